import type { TitleEntry } from '#shared/contracts/change.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { closenessOf, foldText, matchesEveryWord } from '#shared/text/title-match.ts'
import type { FoundTitles, TitleQuery } from '../../../services/search/engines/engine.ts'
import { readTitleQuery } from '../../../services/search/engines/title-query.ts'

export const FEED = 'aaaaaaaa-0000-4000-8000-000000000000'
const DAY_MS = 86_400_000

export const titleId = (number: number) =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Three of them come out on every day. */
export const titleEntry = (number: number, title = `Bond ${number}`): TitleEntry => ({
  id: titleId(number),
  title,
  path: `/articles/article-${number}`,
  publishedAt: new Date(Date.UTC(2020, 0, 1) + Math.floor(number / 3) * DAY_MS).toISOString(),
})

export async function* inPages(entries: readonly TitleEntry[], size = 1_000) {
  for (let start = 0; start < entries.length; start += size) {
    yield entries.slice(start, start + size)
  }
}

/** What every engine must find: each title compared by itself. */
export function findNaively(
  entries: readonly TitleEntry[],
  query: TitleQuery,
  locale: Locale,
): FoundTitles['titles'] {
  return entries
    .map((entry) => ({ entry, title: foldText(entry.title, locale) }))
    .filter(({ title }) => matchesEveryWord(title, query.words))
    .map(({ entry, title }) => ({ entry, closeness: closenessOf(title, query.whole) }))
    .sort(
      (one, other) =>
        other.closeness - one.closeness ||
        Date.parse(other.entry.publishedAt) - Date.parse(one.entry.publishedAt) ||
        (one.entry.id < other.entry.id ? -1 : 1),
    )
    .map(({ entry: { id, title, path } }) => ({ id, title: title.toWellFormed(), path }))
}

/** Words as they are typed, or undefined where nothing is looked for. */
export function queryOf(text: string, locale: Locale): TitleQuery | undefined {
  const query = readTitleQuery(text, locale)
  return query.words.length > 0 ? query : undefined
}
