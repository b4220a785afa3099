import { describe, expect, test } from 'vitest'
import { printPage } from './explain-page.ts'

const at = '2026-11-24T08:00:00.000Z'
const page = (tags: string[]) => ({
  path: '/advice',
  revision: 7,
  edits: [{ revision: 7, at, tags }],
})

describe('the explanation of a page', () => {
  test('lists edits and what each changed on the page', () => {
    const { edits } = page(['shell', 'list:advice', 'category:advice'])
    const next = { revision: 8, at, tags: ['card:1'] }
    expect(
      printPage({ path: '/advice', revision: 7, edits: [next, ...edits] }),
    ).toBe(`/advice shows revision 7. These edits changed what is on it, newest first:

Revision 8, 2026-11-24T08:00:00.000Z, not shown yet: the page
  shows its card (card:1)

Revision 7, 2026-11-24T08:00:00.000Z: the page
  has header, footer and menu, as all pages have (shell)
  shows the newest of advice, and how long its archive is (list:advice)
  shows words or numbers of the site (category:advice)
`)
  })

  test('names a few tags of each reason', () => {
    const cards = Array.from({ length: 12 }, (_, number) => `card:${number}`)
    expect(printPage(page(cards))).toContain(
      '  shows its card (card:0, card:1, card:2 and 9 more)\n',
    )
  })

  test('says that no edit changed anything on the page', () => {
    expect(printPage({ path: '/advice', revision: 900, edits: [] })).toBe(
      '/advice shows revision 900. None of the last 500 edits before changed anything on it.\n',
    )
  })
})
