import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createContentClient } from '#shared/clients/content-client.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { buildApp as buildContent } from '../../../../services/content/app.ts'
import { listenForChanges } from '../../../../services/content/changes/change-signal.ts'
import { CONTENT_SCHEMA, type Database } from '../../../../services/content/database/schema.ts'
import { importContent } from '../../../../services/content/import/import-content.ts'
import { buildApp as buildSearch } from '../../../../services/search/app.ts'
import { connect } from '../../../../services/shared/database/connect.ts'
import { closeService } from '../../../../services/shared/http/run-service.ts'
import { createTestDatabase } from '../../../support/postgres/database.ts'
import { QUESTIONS_OF_READERS } from './questions-of-readers.ts'

const CONTENT = path.resolve(import.meta.dirname, '../../../../content')
const QUIET = { level: 'silent' }

/** The site's own articles in a language, and its search as it runs. */
async function openSite(locale: Locale) {
  const database = await createTestDatabase()
  const store = connect<Database>(database.url, { schema: CONTENT_SCHEMA })
  await importContent(store.write, { folder: CONTENT, locale, now: new Date() })
  const signal = listenForChanges(database.url)
  const content = buildContent({
    store,
    signal,
    locale,
    editorToken: 'a-token-for-tests',
    log: QUIET,
  })
  const url = await content.app.listen({ host: '127.0.0.1', port: 0 })
  const search = buildSearch({
    content: createContentClient(url),
    locale,
    engine: 'auto',
    log: QUIET,
    siteUrl: 'https://finlore.example',
    maxPerSecond: 10_000,
  })
  const following = search.start()
  await vi.waitUntil(() => search.titles.position, 10_000)
  return {
    async ask(text: string): Promise<SearchAnswer> {
      const query = new URLSearchParams({ q: text })
      return (await search.service.app.inject(`/api/search?${query}`)).json()
    },
    async close() {
      await following.stop()
      await closeService(search.service, 500)
      await closeService(content, 500)
      await signal.close()
      await store.close()
      await database.drop()
    },
  }
}

/** What readers type, and a part of the address of what they mean. */
const QUESTIONS: Readonly<Record<Locale, readonly (readonly [string, string])[]>> = {
  en_US: [
    ['mortgages', 'fixed-or-adjustable'],
    ['mortage', 'refinancing-a-mortgage'],
    ['traditional ira', 'roth-or-traditional'],
    ['bonds vs stocks', 'stocks-bonds-and'],
    ['what is an etf?', 'how-a-broad-index-etf'],
    ['how does inflaton work', 'inflation-figures'],
    ['brokers', 'brokercheck'],
    ['saving for college', '529-college'],
    ['pay stubs', 'pay-stub'],
    ['snowballs for debts', 'debt'],
    ['whats a cd ladder', 'cd-ladder'],
    ['should I rent', 'renting-or-buying'],
    ['dollar cost averaging', 'dollar-cost'],
    ['yeild curve', 'yield-curve'],
    ['eleanor whitcomb', '/authors/eleanor-whitcombe'],
    ['product review', '/product-reviews'],
    ['“dividends”', 'dividend'],
  ],
  ru_RU: [
    ['накопительный счет', 'nakopitelnyy-schyot'],
    ['ипотеки', 'ipoteka'],
    ['брокеры', 'brokerov'],
    ['сложные проценты', 'slozhn'],
    ['что такое облигация', 'obligatsiya'],
    ['кредитной картой', 'kreditnaya-karta'],
  ],
  tr_TR: [
    ['doviz', 'doviz'],
    ['ALTIN', 'altin'],
    ['mevduatlar', 'mevduat'],
    ['kredi karti', 'kart-borcu'],
    ['yatirim danismani', 'yatirim-danismani'],
  ],
}

/** What the site has nothing about. */
const OFF_TOPIC: Readonly<Record<Locale, readonly string[]>> = {
  en_US: ['weather forecast', 'football scores', 'chocolate cake recipe', 'qwrtpzx', '????', '<b>'],
  ru_RU: ['погода завтра', 'футбол', 'йцукен'],
  tr_TR: ['hava durumu', 'futbol', 'qwxjzx'],
}

describe.each(['en_US', 'ru_RU', 'tr_TR'] as const)('on the site in %s', (locale) => {
  let site: Awaited<ReturnType<typeof openSite>>
  beforeAll(async () => {
    site = await openSite(locale)
  })
  afterAll(() => site.close())

  test.each(QUESTIONS[locale])('“%s” finds …%s…', async (text, address) => {
    const { total, hits, suggestions } = await site.ask(text)

    const found = [...hits, ...suggestions].map((hit) => hit.path)
    expect(found.filter((foundPath) => foundPath.includes(address))).not.toEqual([])
    expect(total).toBe(hits.length)
    expect(suggestions.length).toBeLessThanOrEqual(5)
    expect(new Set(found).size).toBe(found.length)
    // Each says why it is here: a title that is marked, a term, a word left out, or small words.
    for (const { title, marks } of suggestions) {
      for (const [start, end] of marks) expect(title.slice(start, end)).toMatch(/^\S+$/u)
    }
  })

  test.each(QUESTIONS_OF_READERS[locale])('“%s” finds what answers it', async (text, ...slugs) => {
    const { hits, suggestions } = await site.ask(text)

    const found = [...hits, ...suggestions].map((hit) => hit.path)
    expect(found.filter((foundPath) => slugs.some((slug) => foundPath.endsWith(`/${slug}`))))
      .not //
      .toEqual([])
  })

  test.each(OFF_TOPIC[locale])('“%s” finds nothing, with a message', async (text) => {
    expect(await site.ask(text)).toMatchObject({ total: 0, hits: [], suggestions: [] })
  })
})
