import { once } from 'node:events'
import { createServer } from 'node:http'
import { test as base, describe, expect } from 'vitest'
import { explainPage, printPage } from './explain-page.ts'

/** Starts a server that answers both services' questions, and gives its address. */
const test = base.extend<{ serve: (answer: (address: URL) => object) => Promise<string> }>({
  serve: async ({}, use) => {
    const server = createServer()
    await use(async (answer) => {
      server.on('request', ({ url = '' }, response) =>
        response.end(JSON.stringify(answer(new URL(url, 'http://service')))),
      )
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const address = server.address()
      return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    })
    server.close()
  },
})

const at = '2026-11-24T08:00:00.000Z'
const page = (tags: string[]) => ({
  path: '/advice',
  revision: 7,
  edits: [{ revision: 7, at, tags }],
  articles: [],
})

describe('the explanation of a page', () => {
  test('lists edits and what each changed on the page', () => {
    const { edits } = page(['shell', 'list:advice', 'category:advice'])
    const next = { revision: 8, at, tags: ['card:1'] }
    expect(
      printPage({
        path: '/advice',
        revision: 7,
        edits: [next, ...edits],
        articles: [{ id: '1', title: 'Bonds' }],
      }),
    ).toBe(`/advice shows revision 7. These edits changed what is on it, newest first:

Revision 8, 2026-11-24T08:00:00.000Z, not shown yet: the page
  shows the card of an article (card:1 "Bonds")

Revision 7, 2026-11-24T08:00:00.000Z: the page
  has header, footer and menu, as all pages have (shell)
  shows the newest of advice, and how long its archive is (list:advice)
  shows descriptions of categories (category:advice)
`)
  })

  test('names a few tags of each reason', () => {
    const cards = Array.from({ length: 12 }, (_, number) => `card:${number}`)
    expect(printPage(page(cards))).toContain(
      '  shows the card of an article (card:0, card:1, card:2 and 9 more)\n',
    )
  })

  test('says that no edit changed anything on the page', () => {
    expect(printPage({ path: '/advice', revision: 900, edits: [], articles: [] })).toBe(
      '/advice shows revision 900. None of the last 500 edits until then changed anything on it, and none since.\n',
    )
  })

  test('names the tags of an edit that touched nothing on the page', () => {
    const tags = Array.from({ length: 22 }, (_, number) => `card:${number}`)
    const unread = { revision: 8, at, tags }
    const said = printPage({ path: '/advice', revision: 7, edits: [], articles: [], unread })
    expect(said).toMatch(
      /^\/advice shows revision 7\. It read none of the tags that revision 8, \S+, touched:\n\n {2}card:0\n(?: {2}card:\d+\n){19} {2}and 2 more\n$/,
    )
  })

  test.for([1, 700])(
    'finds edits that a page of revision %i does not show yet',
    async (revision, { serve }) => {
      const pending = revision + 1_200
      const url = await serve((address) => {
        if (address.pathname === '/explain') return { revision, tags: ['list:advice'] }
        const after = Number(address.searchParams.get('after'))
        const first = { length: Math.min(500, pending - after) }
        const changes = Array.from(first, (_, number) => after + 1 + number).map((revision) => ({
          revision,
          at,
          tags: ['draft:1', ...(revision === pending ? ['list:advice'] : [])],
        }))
        return { feed: '0199d9a4-0000-7000-8000-000000000000', revision: pending, changes }
      })
      const asked = { name: 'The service', url, remedy: '', tokenRemedy: '' }
      expect(await explainPage({ content: asked, worker: asked }, '/advice')).toEqual({
        path: '/advice',
        revision,
        edits: [{ revision: pending, at, tags: ['list:advice'] }],
        articles: [],
      })
    },
  )
})
