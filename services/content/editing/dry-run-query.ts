import { Type } from 'typebox'

/** `?dryRun=true` checks an edit, says what it would touch, and keeps nothing of it. */
export const DryRunQuery = Type.Object({ dryRun: Type.Optional(Type.Boolean()) })
