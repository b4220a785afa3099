import { Type } from 'typebox'

/** With `?dryRun=true` an edit is checked, reports the tags it would touch, and is rolled back. */
export const DryRunQuery = Type.Object({
  dryRun: Type.Optional(
    Type.Boolean({ description: 'Checks the edit and says what it would touch; nothing is saved' }),
  ),
})
