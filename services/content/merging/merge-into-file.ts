import { stringify } from 'yaml'
import type { Merge, Side } from '../editions/merge-edits.ts'
import { editMarkdownFile } from '../folder/edit-front-matter.ts'
import { markOf } from './base-of-file.ts'

/** The order in which people write what Postgres keeps in another. */
const NAMES = ['category', 'subcategories', 'subcategory', 'subsubcategories', 'term', 'also']
  .concat('definition', 'title', 'url', 'key')
  .concat('on', 'was', 'is')

/**
 * Writes what a merge changes into the text of a file.
 *
 * @param nameOf the name of an author by slug
 * @returns the same text if nothing changes
 */
export function mergeIntoFile(
  text: string,
  { changes, body }: Pick<Merge, 'changes' | 'body'>,
  formerBody: string,
  nameOf: (slug: string) => string | undefined,
): string {
  const written = [...changes].map(([field, value]): [string, unknown] => [
    field,
    field === 'author' && typeof value === 'string' ? (nameOf(value) ?? value) : asWritten(value),
  ])
  const edited = editMarkdownFile(text, new Map(written), body === formerBody ? undefined : body)
  return edited ?? text
}

/**
 * A file that says which edition a pull has written into it: what differs from it is its writer's.
 *
 * @param id of the edition; null where there is none to name
 */
export const asPulled = (text: string, id: string | null): string =>
  editMarkdownFile(text, new Map([['pulled', id === null ? undefined : markOf(id)]])) ?? text

/** The file of an article that has none yet. */
export function fileOf(
  { slug, fields, body }: Side,
  nameOf: (slug: string) => string | undefined,
): string {
  const { title, author, ...others } = fields
  const name = typeof author === 'string' ? (nameOf(author) ?? author) : undefined
  const all = Object.entries({ title, slug, author: name, ...others })
  const written = all.flatMap(([field, value]) => {
    const text = asWritten(value)
    return text === undefined || text === null ? [] : [[field, text]]
  })
  const yaml = stringify(Object.fromEntries(written), { lineWidth: 0 })
  return `---\n${yaml}---\n${body}\n`
}

/** What says nothing is not written. */
const asWritten = (value: unknown): unknown =>
  value === false || (Array.isArray(value) && value.length === 0) ? undefined : inOrder(value)

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const sorted = entries.sort(([a], [b]) => NAMES.indexOf(a) - NAMES.indexOf(b))
  return Object.fromEntries(sorted.map(([name, part]) => [name, inOrder(part)]))
}
