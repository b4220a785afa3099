import { Type } from 'typebox'

/** Where ad data are fetched; they are not where it is unset. May hold a secret of the ad system. */
export const AdsUrl = Type.Optional(
  Type.String({ pattern: '^https?://[^/?#@\\s]+(?:[/?#]\\S*)?$', maxLength: 2_000, format: 'url' }),
)
