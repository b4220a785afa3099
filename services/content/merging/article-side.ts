import type { Fields } from '../editions/compare-fields.ts'
import type { Side } from '../editions/merge-edits.ts'
import { parseMarkdownFile } from '../folder/source-text.ts'

/** An article's file as one side of a merge. @returns `undefined` if it cannot be read */
export function sideOf(file: string, text: string): Side | undefined {
  const { value, body, problems } = parseMarkdownFile(file, text)
  if (problems.length > 0 || typeof value !== 'object' || value === null) return undefined
  const { slug, ...fields }: Fields = { ...value }
  return { slug: String(slug), fields, body: body.trim() }
}
