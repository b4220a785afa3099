import { expect, test } from 'vitest'
import { typesetModel } from './typeset-model.ts'

test('what readers see of a model is set, whatever it stands in', () => {
  const model = {
    path: '/articles/"a"',
    seo: { title: '"A"', description: "It's 2019-2024" },
    article: { takeaways: ['"One"', "two's"], terms: [{ term: "x's", definition: '"y"' }] },
    related: [{ title: "A child's", path: "/articles/'b'", author: { title: "O'Brien" } }],
    empty: null,
    none: undefined,
    number: 5,
  }
  expect(typesetModel(model, 'en_US')).toEqual({
    path: '/articles/"a"',
    seo: { title: '“A”', description: 'It’s 2019–2024' },
    article: { takeaways: ['“One”', 'two’s'], terms: [{ term: 'x’s', definition: '“y”' }] },
    related: [{ title: 'A child’s', path: "/articles/'b'", author: { title: 'O’Brien' } }],
    empty: null,
    none: undefined,
    number: 5,
  })
})

test('what an editor wrote, markup, and the words of ads stay as they are', () => {
  const model = {
    node: { frontmatter: { title: '"A"', description: '"B"' } },
    bodyHtml: '<a title="x">"y"</a>',
    headings: [{ id: 'a', text: '"A"', level: 2 }],
    sponsored: { links: [{ before: '"', text: '"ad"', after: '"', href: 'https://a.example/' }] },
  }
  expect(typesetModel(model, 'en_US')).toEqual(model)
})
