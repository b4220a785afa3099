import { Type } from 'typebox'

/**
 * Ad data exactly as the ad system delivers them. Data beyond these limits are refused as a whole;
 * within them, links that cannot be shown are dropped one by one.
 */
export const AdsDocument = Type.Object({
  sapeData: Type.Object({
    // The longest path that a page may have. Only a pattern can limit the length of a key.
    sapeLinks: Type.Record(
      Type.String({ pattern: '^[\\s\\S]{0,400}$' }),
      Type.Array(Type.String({ maxLength: 65_536 }), { maxItems: 1_000 }),
      { additionalProperties: false, maxProperties: 20_000 },
    ),
    sapeNewUrl: Type.Optional(Type.String({ maxLength: 65_536 })),
  }),
})
