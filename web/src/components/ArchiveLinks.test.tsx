import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StringsContext } from '../strings/strings-context.ts'
import { stringsFor } from '../strings/strings-for.ts'
import { ArchiveLinks } from './ArchiveLinks.tsx'

/** The links in order, as `text → address`; the current page in brackets. */
function linksOf(pages: number, number?: number) {
  const props = number === undefined ? {} : { number }
  const html = renderToStaticMarkup(
    <StringsContext value={stringsFor('en_US')}>
      <ArchiveLinks archive={{ base: '/etfs', pages }} {...props} />
    </StringsContext>,
  )
  return [...html.matchAll(/<a href="([^"]*)"([^>]*)>(.*?)<\/a>/g)].map(
    ([, href, attributes = '', content = '']) => {
      const text = content.replaceAll(/<[^>]*>|[←→]/g, '').trim()
      return attributes.includes('aria-current') ? `[${text} → ${href}]` : `${text} → ${href}`
    },
  )
}

test('shows nothing while everything fits on the first page of the list', () => {
  expect(linksOf(0)).toEqual([])
})

test('links from the first page of a list to the newest page of its archive', () => {
  expect(linksOf(2)).toEqual([
    '[Newest → /etfs]',
    '2 → /etfs/page/2',
    '1 → /etfs/page/1',
    'Older → /etfs/page/2',
  ])
})

test('calls the higher number newer and the lower one older', () => {
  expect(linksOf(3, 2)).toEqual([
    'Newer → /etfs/page/3',
    'Newest → /etfs',
    '3 → /etfs/page/3',
    '[2 → /etfs/page/2]',
    '1 → /etfs/page/1',
    'Older → /etfs/page/1',
  ])
})

test('links from the last page of the archive back to the list', () => {
  expect(linksOf(2, 2).at(0)).toBe('Newer → /etfs')
})

test('has nothing older than page 1', () => {
  expect(linksOf(2, 1).at(-1)).toBe('[1 → /etfs/page/1]')
})
