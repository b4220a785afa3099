import { Type } from 'typebox'

/** Ad data exactly as the ad system delivers it. */
export const AdsDocument = Type.Object({
  sapeData: Type.Object({
    // As long as a page's address may be; a length alone says nothing about a key.
    sapeLinks: Type.Record(
      Type.String({ pattern: '^[\\s\\S]{0,400}$' }),
      Type.Array(Type.String({ maxLength: 2048 }), { maxItems: 20 }),
      { additionalProperties: false },
    ),
    sapeNewUrl: Type.Optional(Type.String({ maxLength: 2048 })),
  }),
})
