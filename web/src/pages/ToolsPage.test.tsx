import { expect, test } from 'vitest'
import { buildPages, buildShell } from '../../../tests/support/pages/page-builders.ts'
import { renderApp } from '../render-app.ts'

const { tools: page } = buildPages()
const tools = page.sections[0]?.tools ?? []
// Two categories have a subcategory of the same name.
const [products, ratings] = [
  { title: 'Other products', path: '/product-reviews/other', tools },
  { title: 'Other ratings', path: '/ratings/other', tools },
]

const mainOf = (sections: typeof page.sections) => {
  const html = renderApp({ ...page, sections }, buildShell())
  return html.slice(html.indexOf('<main'), html.indexOf('</main>'))
}

test('the page of tools leads from its top to each section, whose heading leads to its articles', () => {
  const html = mainOf([products, ratings])
  expect([...html.matchAll(/<a href="(#[^"]*)">([^<]*)<\/a>/g)].map(([, ...link]) => link)).toEqual(
    [
      ['#product-reviews_other', 'Other products'],
      ['#ratings_other', 'Other ratings'],
    ],
  )
  expect(html).toContain(
    '<h2 id="product-reviews_other"><a href="/product-reviews/other">Other products</a></h2>',
  )
  expect(html).toContain('<h2 id="ratings_other"><a href="/ratings/other">Other ratings</a></h2>')
})

test('a single section needs no list', () => {
  expect(mainOf([products])).not.toContain('href="#')
})
