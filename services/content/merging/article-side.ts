import type { Vocabulary } from '../drafts/vocabulary.ts'
import type { Fields } from '../editions/compare-fields.ts'
import { mergeEdits, type Side } from '../editions/merge-edits.ts'
import type { EditionSide } from '../editions/stored-side.ts'
import { parseMarkdownFile } from '../folder/source-text.ts'

/** An article's file as one side of a merge. @returns `undefined` if it cannot be read */
export function sideOf(file: string, text: string): Side | undefined {
  const { value, body, problems } = parseMarkdownFile(file, text)
  if (problems.length > 0 || typeof value !== 'object' || value === null) return undefined
  const { slug, ...fields }: Fields = { ...value }
  return { slug: String(slug), fields, body: body.trim() }
}

/**
 * What a file said when it was imported last: the edition that was made of it or, where edits of the
 * editor API were put in, its text. A new name of its author, which all files have at once, is no change.
 *
 * @param file as it is now; absent where it is gone
 */
export function importedSide(
  name: string,
  { base, text, file }: { base: EditionSide; text: string | null; file?: Side },
  { authors }: Vocabulary,
): EditionSide {
  const side = text === null ? undefined : sideOf(name, text)
  if (!side) return base
  const { author } = side.fields
  const isRenamed = file && author !== undefined && !authors.has(String(author))
  const fields = isRenamed ? { ...side.fields, author: file.fields.author } : side.fields
  return { ...side, fields, id: base.id, number: base.number }
}

/** Whether a file that comes to an article for the first time says what is stored. */
export function saysTheSame(file: Side, stored: Side, vocabulary: Vocabulary): boolean {
  const { changes, body } = mergeEdits({ file, agreed: file, stored }, vocabulary)
  // What is not written of these is made from the text, or stays.
  const isGiven = (field: string) =>
    ['description', 'publishedAt'].includes(field) && file.fields[field] === undefined
  return body === file.body && [...changes.keys()].every(isGiven)
}
