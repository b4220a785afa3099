import { expect, test } from 'vitest'
import { buildArticle, buildPages, buildShell } from '../../../tests/support/pages/page-builders.ts'
import { pictureOf } from './picture.ts'
import { ogImagePath } from './picture-address.ts'

const shell = buildShell()
const { locale, title: siteTitle } = shell.site

test('the picture of an article shows content of its page that rarely changes', () => {
  const page = buildArticle()
  expect(pictureOf(page, shell)).toEqual({
    kind: 'article',
    subject: page.article.slug,
    locale,
    siteTitle,
    section: page.breadcrumb.at(-1)?.title,
    title: page.article.title,
    author: page.author.title,
  })
})

test('an article without a section has a picture too', () => {
  expect(pictureOf({ ...buildArticle(), breadcrumb: [] }, shell)).toMatchObject({ section: '' })
})

test('all other pages share the picture of the site', () => {
  const { article, ...others } = buildPages()
  const paths = new Set(Object.values(others).map((page) => ogImagePath(page, shell)))
  expect(paths.size).toBe(1)
  expect([...paths][0]).toMatch(/^\/og\/site-[0-9a-f]{12}\.png$/)
  expect(pictureOf(others.home, shell)).toEqual({
    kind: 'site',
    subject: 'site',
    locale,
    siteTitle,
  })
  expect(ogImagePath(article, shell)).toMatch(
    new RegExp(`^/og/${article.article.slug}-[0-9a-f]{12}\\.png$`),
  )
})
