import { Type } from 'typebox'

/**
 * Where ad data are fetched; nothing is fetched if unset. The address may contain a secret of the
 * ad system, so only https is accepted, except on this machine for tests and trials.
 */
export const AdsUrl = Type.Optional(
  Type.String({
    pattern:
      '^(?:https://[^/?#@\\\\\\s]+|http://(?:localhost|127\\.0\\.0\\.1)(?::\\d+)?)(?:[/?#]\\S*)?$',
    maxLength: 2_000,
    format: 'url',
  }),
)
