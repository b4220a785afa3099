import { type Static, Type } from 'typebox'

/** Every answer that is not a success. A 500 says nothing else; the log has the rest by id. */
export const Problem = Type.Object({
  code: Type.String(),
  detail: Type.String(),
  reasons: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
  requestId: Type.String(),
})

export type Problem = Static<typeof Problem>
