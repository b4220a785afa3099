import type { TitleSource } from '../../services/search/titles/follow-titles.ts'
import type { NameList, TitleEntry } from '../../services/shared/contracts/change.ts'
import { FEED } from '../../tests/support/site/search-titles.ts'
import { type BenchLocale, pagesOfTitles } from './generated-titles.ts'

/** About as many as a site has. */
const NAMES = { authors: 30, categories: 60, terms: 400 }

/** Content as search sees it: generates titles on request, and never changes. */
export function createGeneratedSource(count: number, locale: BenchLocale): TitleSource {
  const at = { feed: FEED, revision: 1 }
  const pages = pagesOfTitles(count, locale)
  const takePage = async (): Promise<TitleEntry[]> => (await pages.next()).value ?? []
  return {
    // One follower reads it once, from the beginning to the end.
    listTitles: async () => ({ ...at, titles: await takePage() }),
    findTitles: async () => ({ ...at, titles: [] }),
    readChanges: (_after, _waitMs, signal) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
    listNames: async () => ({ ...at, ...(await makeNames(locale)) }),
  }
}

/** Names of some words of titles. */
async function makeNames(locale: BenchLocale): Promise<Omit<NameList, 'feed' | 'revision'>> {
  const links: NameList['authors'] = []
  for await (const page of pagesOfTitles(NAMES.authors + NAMES.categories + NAMES.terms, locale)) {
    links.push(
      ...page.map(({ title, path }) => ({ title: title.split(' ').slice(1, 3).join(' '), path })),
    )
  }
  const { authors, categories } = NAMES
  return {
    authors: links.slice(0, authors),
    categories: links.slice(authors, authors + categories),
    terms: links
      .slice(authors + categories)
      .map((article) => ({ forms: [article.title], article })),
  }
}
