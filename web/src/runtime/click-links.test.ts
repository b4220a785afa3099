import { expect, test } from 'vitest'
import { type LinkClick, pageOfClick } from './click-links.ts'

const HERE = 'https://finlore.example/articles/bonds?a=1'
const link = { href: 'https://finlore.example/terms#x', target: '', isDownload: false }
const click: LinkClick = { button: 0, hasModifier: false, isPrevented: false, link }
const pathOf = (change: Partial<LinkClick>) => pageOfClick({ ...click, ...change }, HERE)?.path

test('the runtime handles a plain click on a link to this site', () => {
  expect(pageOfClick(click, HERE)).toEqual({ path: '/terms', search: '', hash: '#x' })
  expect(pathOf({ link: { ...link, target: '_self' } })).toBe('/terms')
})

test('every other click is left to the browser [C38]', () => {
  const others: Partial<LinkClick>[] = [
    { button: 1 },
    { button: 2 },
    { hasModifier: true },
    { isPrevented: true },
    { link: undefined },
    { link: { ...link, target: '_blank' } },
    { link: { ...link, target: 'frame' } },
    { link: { ...link, isDownload: true } },
    { link: { ...link, href: 'https://other.example/terms' } },
    { link: { ...link, href: 'mailto:hello@finlore.example' } },
    { link: { ...link, href: 'https://finlore.example/sitemap.xml' } },
    { link: { ...link, href: 'https://finlore.example/articles/bonds#sources' } },
  ]
  for (const other of others) expect(pathOf(other), JSON.stringify(other)).toBeUndefined()
})

test('a link to the page that is shown is handled, a link to a place on it is not [C39]', () => {
  expect(pathOf({ link: { ...link, href: 'https://finlore.example/articles/bonds' } })).toBe(
    '/articles/bonds',
  )
})
