import type { Vocabulary } from '../drafts/vocabulary.ts'
import type { Fields } from '../editions/compare-fields.ts'
import { mergeEdits, type Side } from '../editions/merge-edits.ts'
import { parseMarkdownFile } from '../folder/source-text.ts'

/** An article's file as one side of a merge. @returns `undefined` if it cannot be read */
export function sideOf(file: string, text: string): Side | undefined {
  const { value, body, problems } = parseMarkdownFile(file, text)
  if (problems.length > 0 || typeof value !== 'object' || value === null) return undefined
  const { slug, ...fields }: Fields = { ...value }
  return { slug: String(slug), fields, body: body.trim() }
}

/** Whether a file that comes to an article for the first time says what is stored. */
export function saysTheSame(file: Side, stored: Side, vocabulary: Vocabulary): boolean {
  const { changes, body } = mergeEdits({ file, agreed: file, stored }, vocabulary)
  // What is not written of these is made from the text, or stays.
  const isGiven = (field: string) =>
    ['description', 'publishedAt'].includes(field) && file.fields[field] === undefined
  return body === file.body && [...changes.keys()].every(isGiven)
}
