import { Type } from 'typebox'
import { hasShape, reasonsAgainst } from '#shared/check-shape.ts'
import { type Reason, SiteError } from '#shared/errors.ts'
import { MAX_BODY } from '../drafts/article-draft.ts'

const MAX_EDITS = 100
const MAX_WORDS = 20_000

/** Changes of a text in place: for one word, not all of it has to be sent. */
export const TextEdits = Type.Array(
  Type.Object(
    {
      /** As it stands in the text, to the letter. */
      find: Type.String({ minLength: 1, maxLength: MAX_WORDS }),
      replace: Type.String({ maxLength: MAX_WORDS }),
      /** How often it stands there: once, unless it is said. */
      count: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    },
    { additionalProperties: false },
  ),
  { minItems: 1, maxItems: MAX_EDITS },
)

/**
 * The fields of a PATCH, with its text edits carried out on the text that is stored.
 *
 * @throws {SiteError} where one does not fit the text: then none is carried out
 */
export function withTextEdits(
  { edits, ...changes }: Record<string, unknown>,
  stored: string,
): Record<string, unknown> {
  if (edits === undefined) return changes
  if (changes.body !== undefined) {
    throw refusal([
      { field: '/edits', message: 'and body are two ways to change the text: send one' },
    ])
  }
  if (!hasShape(TextEdits, edits)) {
    throw refusal(
      reasonsAgainst(TextEdits, edits).map(({ field, message }) => ({
        field: `/edits${field}`,
        message,
      })),
    )
  }
  let body = stored
  for (const [index, { find, replace, count = 1 }] of edits.entries()) {
    const parts = body.split(find)
    const found = parts.length - 1
    if (found !== count)
      throw refusal([{ field: `/edits/${index}/find`, message: misfit(found, count) }])
    // Its check would refuse it as well, once a text of gigabytes was put together.
    if (body.length + found * (replace.length - find.length) > MAX_BODY) {
      throw refusal([
        { field: `/edits/${index}`, message: `makes the text longer than ${MAX_BODY} characters` },
      ])
    }
    body = parts.join(replace)
  }
  return { ...changes, body }
}

function misfit(found: number, count: number): string {
  if (found === 0) return 'does not stand in the text'
  if (count > 1) return `stands in the text ${found} times, not ${count}`
  return `stands in the text ${found} times: send more of the words around it, or count: ${found} to change all`
}

const refusal = (reasons: readonly Reason[]) =>
  new SiteError('invalid-input', 'The article was not saved', { reasons })
