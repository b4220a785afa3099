import type { Selectable } from 'kysely'
import { dayAt } from '#shared/text/time-zone.ts'
import type { Database } from '../database/schema.ts'
import type { CodedReason } from '../drafts/rules.ts'
import { buildVocabulary, type Vocabulary } from '../drafts/vocabulary.ts'
import type { MergeConflict } from '../editions/merge-edits.ts'
import { ContentError, type ContentProblem } from '../folder/content-problem.ts'
import { locateInArticle, placeIn } from '../folder/read-articles.ts'
import type { ContentTree } from '../folder/read-content.ts'

/** A file as it was imported last. */
export type KnownFile = Selectable<Database['source_file']>

export function vocabularyOf({ authors, categories, site, locale }: ContentTree): Vocabulary {
  return buildVocabulary(authors.value, categories.value, { ...site.value.locales[locale], locale })
}

/** Returns the names of authors by their slugs. */
export function nameByAuthor({ authors }: ContentTree): (slug: string) => string | undefined {
  const names = new Map(authors.value.map(({ slug, name }) => [slug, name]))
  return (slug) => names.get(slug)
}

export const locateIn = (
  file: string,
  text: string,
  reasons: readonly CodedReason[],
): ContentProblem[] => locateInArticle(file, placeIn(text).place, reasons)

export const byWhom = (
  name: string | null,
  at: string | null,
  { zone }: Pick<Vocabulary, 'zone'>,
): string => `${name === null ? '' : ` by ${name}`}${at === null ? '' : ` on ${dayAt(at, zone)}`}`

/** How a file says that it takes the place of an edition which its writer has seen. */
export const consentTo = (number: number): string =>
  `write edition: ${number} into the front matter`

/** Whether an import was refused only because its files and edits of the API cannot be merged. */
export const isUnmerged = (error: unknown): error is ContentError =>
  error instanceof ContentError &&
  error.problems.every(({ code }) => code === 'E-CONFLICT' || code === 'E-WITHDRAWN')

/** @param edition the one that is stored */
export const reasonsOfConflicts = (
  conflicts: readonly MergeConflict[],
  { number, by, at }: { number: number; by: string | null; at: string | null },
  vocabulary: Vocabulary,
): CodedReason[] =>
  conflicts.map(({ field, line, edited }) => ({
    field,
    code: 'E-CONFLICT',
    ...(line !== undefined && { line }),
    message: `was changed here and, through the editor API, in edition ${number}${byWhom(by, at, vocabulary)}, which says ${edited}. Take over what is to stay, then ${consentTo(number)}`,
  }))
