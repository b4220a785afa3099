import { describe, expect, test, vi } from 'vitest'
import type { ArticlePage } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { SiteError } from '#shared/errors.ts'
import { onBehalfOf } from '#shared/reader-under-way.ts'
import { buildEntry } from '../../../../tests/support/pages/stored-entry.ts'
import { renderPageData } from '../../documents/page-data.ts'
import { encodeBody } from '../../store/encode-body.ts'
import type { StoredEntry } from '../../store/stored-entry.ts'
import { createHitShower } from './show-hits.ts'

const hit = (name: string) => ({ title: name, path: `/articles/${name}`, marks: [] })
const cardOf = (name: string) => ({
  description: `About ${name}`,
  publishedAt: '2025-03-04T08:00:00.000Z',
  section: { title: 'ETFs', path: '/product-reviews/etfs' },
})

async function storeArticle(name: string): Promise<StoredEntry> {
  const page: ArticlePage = {
    kind: 'article',
    path: `/articles/${name}`,
    seo: { title: name, description: name },
    article: {
      id: '6f1c2a0e-5a53-5d7c-9d0a-0c2b7f6f3a11',
      slug: name,
      title: name,
      description: `About ${name}`,
      publishedAt: '2025-03-04T08:00:00.000Z',
      updatedAt: '2025-06-04T08:00:00.000Z',
      readingMinutes: 4,
      provenance: 'human',
      bodyHtml: '<p>Long.</p>',
      headings: [],
      takeaways: [],
      sources: [],
    },
    author: { title: 'A', path: '/authors/a', description: 'Writes.' },
    breadcrumb: [
      { title: 'Product Reviews', path: '/product-reviews' },
      { title: 'ETFs', path: '/product-reviews/etfs' },
    ],
    related: [],
  }
  const data = await encodeBody(renderPageData(page), 'application/json')
  return buildEntry({ path: page.path, bodies: { data } })
}

const stored = await Promise.all(['one', 'two'].map(storeArticle))
const found = (path: PagePath) => stored.find((entry) => entry.path === path)

/** Pages, two of which are stored; the test decides what else happens. */
function buildShower({
  glance = async (path) => found(path),
  loadEntry = async () => undefined,
}: {
  glance?: (path: PagePath) => Promise<StoredEntry | undefined>
  loadEntry?: (path: PagePath) => Promise<StoredEntry | undefined>
} = {}) {
  const log = { warn: vi.fn<() => void>() }
  return { log, showHits: createHitShower({ pages: { glance }, loadEntry, log, waitMs: 30 }) }
}

describe('a hit is shown', () => {
  test('with the data of its stored page', async () => {
    const { showHits } = buildShower()

    expect(await showHits([hit('one'), hit('two')])).toEqual([
      { ...hit('one'), card: cardOf('one') },
      { ...hit('two'), card: cardOf('two') },
    ])
  })

  test('with the data of a page that is rendered for it', async () => {
    const three = await storeArticle('three')
    const { showHits } = buildShower({ loadEntry: async () => three })

    expect(await showHits([hit('three')])).toEqual([{ ...hit('three'), card: cardOf('three') }])
  })

  test('with its title only when there is no such page, or no article', async () => {
    const others: Record<PagePath, StoredEntry> = {
      '/articles/other': await buildEntry({ path: '/articles/other' }),
      '/articles/moved': { ...(await storeArticle('moved')), status: 301, location: '/articles/b' },
    }
    const { showHits, log } = buildShower({ glance: async (path) => others[path] ?? found(path) })

    const hits = [hit('none'), hit('other'), hit('moved')]
    expect(await showHits([...hits, hit('one')])).toEqual([
      ...hits,
      { ...hit('one'), card: cardOf('one') },
    ])
    expect(log.warn).not.toHaveBeenCalled()
  })

  test('with its title only when its page is late, without delaying others', async () => {
    const { showHits } = buildShower({
      glance: (path) =>
        path === '/articles/two' ? new Promise(() => {}) : Promise.resolve(found(path)),
    })

    expect(await showHits([hit('one'), hit('two')])).toEqual([
      { ...hit('one'), card: cardOf('one') },
      hit('two'),
    ])
  })

  test('with its title only when its page cannot be read or rendered, with one line in the log', async () => {
    const down = () => Promise.reject(new SiteError('unavailable', 'down'))
    for (const failing of [{ glance: down }, { loadEntry: down }]) {
      const { showHits, log } = buildShower(failing)

      expect(await showHits([hit('five'), hit('six')])).toEqual([hit('five'), hit('six')])
      expect(log.warn).toHaveBeenCalledOnce()
    }
  })
})

test('parses pages in memory once', async () => {
  const { showHits } = buildShower()
  const parse = vi.spyOn(JSON, 'parse')

  for (const _ of [1, 2, 3]) await showHits([hit('one')])

  expect(parse).toHaveBeenCalledOnce()
  parse.mockRestore()
})

test('renders at most twelve pages at once for a reader, and as many for another', async () => {
  const asked: PagePath[] = []
  const gate = Promise.withResolvers<undefined>()
  const { showHits } = buildShower({
    loadEntry(path) {
      asked.push(path)
      return gate.promise
    },
  })
  const hits = Array.from({ length: 10 }, (_, at) => hit(`new-${at}`))
  const showTo = (reader: string) => onBehalfOf(reader, () => showHits(hits))

  await Promise.all([showTo('203.0.113.7'), showTo('203.0.113.7')])
  expect(asked).toHaveLength(12)
  await showTo('203.0.113.8')
  expect(asked).toHaveLength(22)
  await Promise.all([showTo('203.0.113.8'), showTo('203.0.113.9')])
  expect(asked).toHaveLength(24)
  gate.resolve(undefined)
  await showTo('203.0.113.9')
  expect(asked).toHaveLength(34)
})
