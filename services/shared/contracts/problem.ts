import { type Static, Type } from 'typebox'

/**
 * Body of every error answer. A 500 tells no details; they are in the log under the request's id.
 */
export const Problem = Type.Object({
  code: Type.String(),
  detail: Type.String(),
  reasons: Type.Optional(
    Type.Array(
      Type.Object({
        field: Type.String(),
        message: Type.String(),
        /** Of the rule of lint, and of the text from 1, where there are such. */
        code: Type.Optional(Type.String()),
        line: Type.Optional(Type.Integer()),
      }),
    ),
  ),
  /** Where the manual says more; absent in answers of an older version. */
  help: Type.Optional(Type.String()),
  requestId: Type.String(),
})

export type Problem = Static<typeof Problem>
