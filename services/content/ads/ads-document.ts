import { Type } from 'typebox'

/**
 * Ad data exactly as the ad system delivers it. What is larger than this is refused as a whole;
 * within it, what cannot be shown is left out link by link.
 */
export const AdsDocument = Type.Object({
  sapeData: Type.Object({
    // As long as a page's address may be; a length alone says nothing about a key.
    sapeLinks: Type.Record(
      Type.String({ pattern: '^[\\s\\S]{0,400}$' }),
      Type.Array(Type.String({ maxLength: 65_536 }), { maxItems: 1_000 }),
      { additionalProperties: false, maxProperties: 20_000 },
    ),
    sapeNewUrl: Type.Optional(Type.String({ maxLength: 65_536 })),
  }),
})
