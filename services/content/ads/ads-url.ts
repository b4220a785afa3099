import { Type } from 'typebox'

/**
 * Where ad data are fetched; they are not where it is unset. May hold a secret of the ad system, so
 * nothing but https is taken, except from this machine, which tests and trials ask.
 */
export const AdsUrl = Type.Optional(
  Type.String({
    pattern:
      '^(?:https://[^/?#@\\\\\\s]+|http://(?:localhost|127\\.0\\.0\\.1)(?::\\d+)?)(?:[/?#]\\S*)?$',
    maxLength: 2_000,
    format: 'url',
  }),
)
