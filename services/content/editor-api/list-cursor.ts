import { Type } from 'typebox'
import { SiteError } from '#shared/errors.ts'

/** The name of an editor, as `EDITOR_TOKEN` has it. */
export const EditorName = Type.String({ pattern: '^[\\w.-]{1,60}$' })

/** Where a part of a list by time begins: a time and an id. */
export const TimeCursor = Type.String({
  pattern:
    '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,6})?Z_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  maxLength: 80,
  description: 'Where the list goes on, as the last answer says',
})

/** How long a part of a list may be. */
export const Limit = Type.Integer({
  minimum: 1,
  maximum: 200,
  default: 50,
  description: 'How many are answered at once',
})

/** @throws {SiteError} for a time that does not exist, which Postgres does not take */
export function requireTime(after: string | undefined): void {
  const [at = ''] = (after ?? '').split('_')
  if (after === undefined || !Number.isNaN(Date.parse(at))) return
  throw new SiteError('invalid-input', 'after must be as the last answer says')
}
