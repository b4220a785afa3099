import { describe, expect } from 'vitest'
import {
  changeFactFetch,
  loadFactFetches,
  sourceOfFact,
} from '../../../../../services/content/facts/fetching/fact-fetches.ts'
import { importContent } from '../../../../../services/content/import/import-content.ts'
import { contentTest as test } from '../../../../support/content/content-service.ts'
import {
  fetchedFact,
  HOUR,
  rateOf,
  recordOfFact,
  shownFact,
  startFactSource,
  startFetching,
} from '../../../../support/content/fact-source.ts'
import { editSiteFile, readSiteFile } from '../../../../support/content/site-files.ts'

const DGS10 = `observation_date,DGS10
2026-11-20,4.45
2026-11-24,4.49
2026-11-25,.
`
const OF_DGS10 = { value: 'DGS10', on: 'observation_date' }

describe('a value that an address says', () => {
  test('is entered, in JSON as in CSV, shown to readers, and entered once', async ({ content }) => {
    const facts = fetchedFact('sofr') + fetchedFact('ten-years', OF_DGS10)
    const before = await editSiteFile(content, 'facts', (text) => text + facts)
    const source = await startFactSource({ '/sofr': rateOf(4.43), '/ten-years': DGS10 })
    const fetching = startFetching(content, source)
    await fetching.untilCounted(2)
    expect(fetching.outcomes).toEqual(['entered', 'entered'])
    expect(fetching.infos).toMatchObject([
      { fact: 'sofr', reason: '4.43% from 2026-11-20', revision: expect.any(Number) },
      { fact: 'ten-years', reason: '4.49% from 2026-11-24' },
    ])

    expect(await shownFact(content, 'sofr')).toMatchObject({
      value: { from: '2026-11-20', is: '4.43%' },
      values: [{ is: '4.43%' }, { from: '2026-10-01', is: '4.40%' }],
    })
    expect(await shownFact(content, 'ten-years')).toMatchObject({ value: { is: '4.49%' } })
    // Comments, quotation marks and all else stay, to the byte.
    const last = "    - { from: 2026-10-01, is: '4.40%' } # as announced\n"
    const [start, between, end] = before.text.split(last)
    const written = (from: string, is: string) => `${last}    - { from: ${from}, is: "${is}" }\n`
    const { text } = await readSiteFile(content, 'facts')
    expect(text).toBe(
      start + written('2026-11-20', '4.43%') + between + written('2026-11-24', '4.49%') + end,
    )
    const editions = await content.edit('GET', '/site-files/facts/editions?limit=2')
    expect(editions.json().editions).toMatchObject([
      { made: { by: 'fetched-facts', origin: 'api' } },
      { made: { by: 'fetched-facts', origin: 'api' } },
    ])

    const revision = await content.revision()
    fetching.pass(HOUR)
    await fetching.untilCounted(4)
    expect(fetching.outcomes.slice(2)).toEqual(['unchanged', 'unchanged'])
    expect(await content.revision()).toBe(revision)
    expect((await readSiteFile(content, 'facts')).text).toBe(text)
    expect([fetching.infos.length, fetching.warnings]).toEqual([2, []])
  })

  test('has an address that no reader sees, and of which only a hash is stored elsewhere', async ({
    content,
  }) => {
    await editSiteFile(content, 'facts', (text) => text + fetchedFact('sofr'))
    const fetching = startFetching(content, await startFactSource({ '/sofr': rateOf(4.43) }))
    await fetching.untilCounted(1)
    expect(JSON.stringify(await content.pageModel('/facts'))).not.toContain('rates.example.org')
    const tables = [
      await content.db.selectFrom('fact').selectAll().execute(),
      await content.db.selectFrom('setting').selectAll().execute(),
    ]
    expect(JSON.stringify(tables)).not.toContain('rates.example.org')
  })

  test('is asked for at most once an hour, by one of several replicas', async ({ content }) => {
    await editSiteFile(content, 'facts', (text) => text + fetchedFact('sofr'))
    const source = await startFactSource({ '/sofr': rateOf(4.4) })
    const fetching = startFetching(content, source, { count: 3 })
    await fetching.untilCounted(1)
    await fetching.untilLooked()
    expect(source.requests).toEqual(['/sofr'])
    fetching.pass(3_599_999)
    await fetching.untilLooked()
    expect(source.requests).toHaveLength(1)
    fetching.pass(1)
    await fetching.untilCounted(2)
    await fetching.untilLooked()
    expect(source.requests).toHaveLength(2)
    expect(fetching.outcomes).toEqual(['unchanged', 'unchanged'])
  })

  test('is not asked for where another replica has just done it', async ({ content }) => {
    const facts = fetchedFact('first') + fetchedFact('second')
    await editSiteFile(content, 'facts', (text) => text + facts)
    const { promise: answered, resolve: answerFirst } = Promise.withResolvers<void>()
    const source = await startFactSource({
      '/first': async (response) => {
        await answered
        response.end(rateOf(4.4))
      },
      '/second': rateOf(4.4),
    })
    const fetching = startFetching(content, source)
    await expect.poll(() => source.requests).toEqual(['/first'])
    // By then, this replica has seen that both are due.
    const { first } = await loadFactFetches(content.db)
    if (!first) throw new Error('the first is asked')
    const other = sourceOfFact('https://rates.example.org/second')
    await changeFactFetch(content.db, 'second', () => ({ ...first, source: other }))
    answerFirst()
    await fetching.untilCounted(1)
    await fetching.untilLooked()
    expect(source.requests).toEqual(['/first'])
  })

  test('is asked for once for all facts of an address, also of one that is added', async ({
    content,
  }) => {
    const url = 'https://rates.example.org/all'
    const second = fetchedFact('second', { url, value: '/rates/1/percent', on: '/rates/1/day' })
    await editSiteFile(content, 'facts', (text) => text + fetchedFact('first', { url }) + second)
    const rates = [4.41, 4.42].map((percent) => ({ percent, day: '2026-11-20' }))
    const source = await startFactSource({ '/all': JSON.stringify({ rates }) })
    const fetching = startFetching(content, source)
    await fetching.untilCounted(2)
    expect((await shownFact(content, 'first'))?.value?.is).toBe('4.41%')
    expect((await shownFact(content, 'second'))?.value?.is).toBe('4.42%')

    await editSiteFile(content, 'facts', (text) => text + fetchedFact('third', { url }))
    await fetching.untilLooked()
    expect(source.requests).toEqual(['/all'])
    fetching.pass(HOUR)
    await fetching.untilCounted(5)
    expect(source.requests).toEqual(['/all', '/all'])
    expect((await shownFact(content, 'third'))?.value?.is).toBe('4.41%')
  })

  test('stays when the folder, which does not have it, is imported with another change', async ({
    content,
  }) => {
    const file = 'facts/en_US.yaml'
    const text = (await content.folder.read(file)) + fetchedFact('rate')
    await content.folder.write(file, text)
    await content.import()
    const fetching = startFetching(content, await startFactSource({ '/rate': rateOf(4.5) }))
    await fetching.untilCounted(1)
    await content.folder.write(file, `# Changed.\n${text}`)
    await content.import()
    expect((await shownFact(content, 'rate'))?.value?.is).toBe('4.50%')
    expect((await readSiteFile(content, 'facts')).text).toBe(
      `# Changed.\n${text}    - { from: 2026-11-20, is: "4.50%" }\n`,
    )
  })

  test('is forgotten with the fact', async ({ content }) => {
    const { text } = await readSiteFile(content, 'facts')
    await editSiteFile(content, 'facts', () => text + fetchedFact('sofr'))
    const fetching = startFetching(content, await startFactSource({ '/sofr': rateOf(4.4) }))
    await fetching.untilCounted(1)
    expect(await recordOfFact(content, 'sofr')).toMatchObject({ outcome: 'unchanged' })
    await editSiteFile(content, 'facts', () => text)
    await expect.poll(() => recordOfFact(content, 'sofr')).toBeUndefined()
  })

  test.for([
    ['ru_RU', '4,40\u00a0%', '4,49\u00a0%'],
    ['tr_TR', '%4,40', '%4,49'],
  ] as const)(
    'is printed as the language of %s prints it',
    async ([locale, was, is], { empty: content }) => {
      const file = `facts/${locale}.yaml`
      const text = (await content.folder.read(file)) + fetchedFact('rate', { is: was })
      await content.folder.write(file, text)
      const { folder } = content.folder
      await importContent(content.db, { folder, locale, now: content.clock.now })
      const fetching = startFetching(content, await startFactSource({ '/rate': rateOf(4.49) }), {
        locale,
      })
      await fetching.untilCounted(1)
      expect(fetching.outcomes).toEqual(['entered'])
      expect((await shownFact(content, 'rate'))?.value).toEqual({ from: '2026-11-20', is })
      const stored = await content.db
        .selectFrom('site_edition')
        .select('text')
        .where('file', '=', file)
        .where('state', '=', 'published')
        .executeTakeFirstOrThrow()
      expect(stored.text).toBe(`${text}    - { from: 2026-11-20, is: "${is}" }\n`)
    },
  )
})
