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

/** One whose article will be withdrawn, because no file is about it any more. */
export type LeavingFile = KnownFile & { article: string }

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

/**
 * How a file says that its writer has seen an edition.
 *
 * @param named the one that it names already
 */
const consentTo = (number: number, named?: unknown): string =>
  named === undefined
    ? `write edition: ${number} into the front matter`
    : `write edition: ${number} in place of edition: ${named}, since when the article has changed again`

/** Whether an import was refused only because its files and edits of the API cannot be merged. */
export const isUnmerged = (error: unknown): error is ContentError =>
  error instanceof ContentError &&
  error.problems.every(({ code }) => code === 'E-CONFLICT' || code === 'E-WITHDRAWN')

/** The edition that is stored of an article, as it is named to those who edit its file. */
export interface NamedEdition {
  slug: string
  number: number
  /** Who made or ended it, and when, as far as that is known. */
  by: string | null
  at: string | null
}

/**
 * @param edition.base the number of the edition that the file came from
 * @param edition.named the number that the file names, if any
 */
export const reasonsOfConflicts = (
  conflicts: readonly MergeConflict[],
  { slug, number, by, at, base, named }: NamedEdition & { base: number; named: unknown },
  vocabulary: Vocabulary,
): CodedReason[] =>
  conflicts.map(({ field, line, edited }) => ({
    field,
    code: 'E-CONFLICT',
    ...(line !== undefined && { line }),
    message: `was changed here and, through the editor API, in edition ${number}${byWhom(by, at, vocabulary)}, which says ${edited} (all of it: GET /articles/${slug}/diff?from=${base}&to=${number}). Take over what is to stay, then ${consentTo(number, named)}`,
  }))

/** The slug of the article that a file was about before it got the address of another, if that is known. */
interface OfFormer {
  former?: string | undefined
}

const lossOf = ({ former }: OfFormer): string =>
  former === undefined
    ? ''
    : `. Then /articles/${former}, which this file was until now, is withdrawn: its readers get 410`

export function reasonOfTakenAddress({
  number,
  former,
}: Pick<NamedEdition, 'number'> & OfFormer): CodedReason {
  const message = `is the address of an article that is in no file, and was published through the editor API (edition ${number}): choose another or, to put this text in the place of that article, ${consentTo(number)}${lossOf({ former })}`
  return { field: '/slug', code: 'E-CONFLICT', message }
}

export function reasonOfWithdrawal(
  { number, by, at, hasExpired, former }: NamedEdition & OfFormer & { hasExpired: boolean },
  vocabulary: Vocabulary,
): CodedReason {
  const how = hasExpired ? 'has expired' : 'was withdrawn through the editor API'
  const instead = former === undefined ? 'take the file away' : 'choose another slug'
  const message = `this article ${how}${byWhom(by, at, vocabulary)}: ${instead} or, to publish it again, ${consentTo(number)}${lossOf({ former })}`
  return { field: '/slug', code: 'E-WITHDRAWN', message }
}

/** Of an article whose file was taken away, or is about another article now. */
export function problemOfMissingFile(
  { file, isThere }: { file: string; isThere: boolean },
  { slug, number, by, at }: NamedEdition,
  vocabulary: Vocabulary,
): ContentProblem {
  const what = isThere
    ? 'is about another article now, and the former'
    : 'was taken away here, and its'
  const how = isThere ? 'writes a file of its own' : 'writes the file again'
  const message = `${what} article /articles/${slug} was changed or brought back through the editor API, in edition ${number}${byWhom(by, at, vocabulary)}: npm run content -- pull ${how} with that. To withdraw the article, DELETE /articles/${slug}, or take the file away after the next import`
  return { file, line: 1, code: 'E-CONFLICT', message }
}
