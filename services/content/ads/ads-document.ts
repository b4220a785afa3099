import { Type } from 'typebox'

/** Ad data exactly as the ad system delivers it. */
export const AdsDocument = Type.Object({
  sapeData: Type.Object({
    sapeLinks: Type.Record(
      Type.String({ maxLength: 400 }),
      Type.Array(Type.String({ maxLength: 2048 }), { maxItems: 20 }),
    ),
    sapeNewUrl: Type.Optional(Type.String({ maxLength: 2048 })),
  }),
})
