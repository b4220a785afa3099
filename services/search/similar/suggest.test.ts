import { describe, expect, test } from 'vitest'
import type { NamedTerm } from '#shared/contracts/change.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { FEED, inPages, titleEntry } from '../../../tests/support/site/search-titles.ts'
import { createEmbeddedEngine } from '../engines/embedded/embedded-engine.ts'
import { createNameIndex } from './name-index.ts'
import { suggest } from './suggest.ts'

interface Known {
  titles?: readonly string[]
  /** Titles published after the others, and not merged with them yet. */
  news?: readonly string[]
  terms?: readonly string[]
  categories?: readonly string[]
  locale?: Locale
}

const linkTo = (title: string) => ({ title, path: `/to/${title}` })

async function ask(text: string, known: Known) {
  const { titles = [], news = [], terms = [], categories = [], locale = 'en_US' } = known
  const engine = createEmbeddedEngine(locale)
  const entries = [...titles, ...news].map((title, at) => titleEntry(at, title))
  const at = (revision: number) => ({ feed: FEED, revision })
  await engine.replaceAll(inPages(entries.slice(0, titles.length)), at(1))
  await engine.apply({ upserts: entries.slice(titles.length), removals: [] }, at(2))
  const names = createNameIndex(locale)
  const named: NamedTerm[] = terms.map((term) => ({ forms: [term], article: linkTo(term) }))
  await names.replaceNames({
    ...at(2),
    authors: [],
    categories: categories.map(linkTo),
    terms: named,
  })
  const found = suggest(text, { locale, layers: engine.layers, names, known: new Set(), limit: 5 })
  return found.map(({ kind, title, explains, without, marks }) => ({
    says: explains ?? title,
    ...(kind !== 'article' && { kind }),
    ...(without && { without }),
    ...(marks.length > 0 && { marked: marks.map(([start, end]) => title.slice(start, end)) }),
  }))
}

describe('similar titles', () => {
  test('a word of any title is not treated as a spelling mistake', async () => {
    expect(await ask('bonus', { titles: ['A bonus'], categories: ['Bonds'] })).toEqual([
      { says: 'A bonus' },
    ])
    const found = await ask('loans', { titles: ['Cheap loans'], news: ['Front loads explained'] })
    expect(found).toEqual([{ says: 'Cheap loans' }])
  })

  test('rare words are left out last, in old and new titles', async () => {
    const known = { titles: ['A loan', 'Loan two', 'Zebra one'], news: ['Loan three'] }
    const [first, ...others] = (await ask('zebra loan', known)).map(({ says }) => says)
    expect(first).toBe('Zebra one')
    expect(others.toSorted()).toEqual(['A loan', 'Loan three', 'Loan two'])
  })

  test('a term is found with its stop words too', async () => {
    const titles = Array.from({ length: 6 }, (_, at) => `Living cost number ${at}`)
    const [first] = await ask('cost of living', { titles, terms: ['cost of living'] })
    expect(first).toEqual({ says: 'cost of living' })
    const [other] = await ask('savings qqqqq', {
      titles: ['Savings'],
      categories: ['Savings rates'],
    })
    expect(other).toEqual({ says: 'Savings', without: ['qqqqq'] })
  })

  test('words beyond the eighth are named as left out', async () => {
    const title = 'Alpha beta gamma delta epsilon zeta theta kappa'
    expect(await ask(`${title} lambda`, { titles: [title] })).toEqual([
      { says: title, without: ['lambda'] },
    ])
  })

  test('parts of a word keep the letters that were typed', async () => {
    const [found] = await ask('IŞIK/BORSA', { titles: ['Işık ve Borsa'], locale: 'tr_TR' })
    expect(found).toEqual({ says: 'Işık ve Borsa' })
  })

  test('marks are whole words of the title, without the signs around them', async () => {
    const titles = ['“Mortgages”: fixed or not', 'Счёт в банке']
    expect(await ask('mortgage', { titles })).toEqual([{ says: '“Mortgages”: fixed or not' }])
    expect(await ask('morgage', { titles })).toEqual([
      { says: '“Mortgages”: fixed or not', marked: ['Mortgages'] },
    ])
    expect(await ask('счет', { titles, locale: 'ru_RU' })).toEqual([
      { says: 'Счёт в банке', marked: ['Счёт'] },
    ])
  })

  test('stop words alone are no query, and numbers have no spelling mistakes', async () => {
    const titles = ['Scores and prices', 'The year 2025', 'Loans']
    expect(await ask('football scores', { titles })).toEqual([])
    expect(await ask('20256', { titles })).toEqual([])
    expect(await ask('student loans', { titles })).toEqual([
      { says: 'Loans', without: ['student'] },
    ])
  })
})
