import { type Static, type TSchema, Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { ArticlePage, ContentPage } from '#shared/contracts/page.ts'
import { FeedModel } from '#shared/contracts/page-model.ts'
import { Prose, Verbatim } from '#shared/contracts/primitives.ts'
import { Shell } from '#shared/contracts/site.ts'
import { buildArticle, buildCard, buildShell } from '../../../tests/support/pages/page-builders.ts'
import { typesetModel } from './typeset-model.ts'

const set = <T extends TSchema>(schema: T, model: Static<T>) => typesetModel(schema, model, 'en_US')

/** Every text of a schema that may be any text, by its place. */
function textsIn(schema: TSchema, place = ''): { place: string; schema: object }[] {
  if (Type.IsString(schema)) {
    const isFree = !('format' in schema || 'pattern' in schema)
    return isFree ? [{ place, schema }] : []
  }
  if (Type.IsArray(schema)) return textsIn(schema.items, `${place}[]`)
  if (Type.IsUnion(schema)) return schema.anyOf.flatMap((member) => textsIn(member, place))
  return Type.IsObject(schema)
    ? Object.entries(schema.properties).flatMap(([name, field]) =>
        textsIn(field, place === '' ? name : `${place}.${name}`),
      )
    : []
}

describe('a model with prose', () => {
  test('is typeset for its language, whatever contains the prose', () => {
    const article = buildArticle({
      title: '"A"',
      takeaways: ['"One"', "two's"],
      terms: [
        {
          term: "x's",
          definition: '2019-2024',
          article: { path: "/articles/'a'" },
          path: "/terms/'x'",
        },
      ],
    })
    const page = { ...article, related: [{ ...buildCard(), title: "A child's" }] }

    const shown = set(ArticlePage, page)

    expect(shown.article.title).toBe('“A”')
    expect(shown.article.takeaways).toEqual(['“One”', 'two’s'])
    expect(shown.article.terms).toEqual([
      {
        term: 'x’s',
        definition: '2019–2024',
        article: { path: "/articles/'a'" },
        path: "/terms/'x'",
      },
    ])
    expect(shown.related[0]?.title).toBe('A child’s')
    expect(set(ContentPage, page)).toEqual(shown)
    expect(page.article.title).toBe('"A"')
  })

  test('keeps Markdown, markup, names and the texts of ads as they are', () => {
    const page: ArticlePage = {
      ...buildArticle({
        bodyHtml: '<a title="x">"y"</a>',
        headings: [{ id: 'a', text: '"A"', level: 2 }],
        answeredBy: '"Ada"',
      }),
      node: {
        id: '6f1c2a0e-5a53-5d7c-9d0a-0c2b7f6f3a11',
        frontmatter: { title: '"A"', slug: 'a', description: '"B"', author: "O'B", entities: [] },
      },
      sponsored: { links: [{ before: '"', text: '"ad"', after: '"', href: 'https://a.example/' }] },
    }
    expect(set(ContentPage, page)).toEqual(page)
  })

  test('is typeset in its menu as well', () => {
    const shell = { ...buildShell(), menu: [{ label: "A's", key: '/a' }] }
    expect(set(Shell, shell).menu).toEqual([{ label: 'A’s', key: '/a' }])
  })

  test('may have a field that is null or absent', () => {
    const schema = Type.Object({
      some: Type.Union([Prose(), Type.Null()]),
      none: Type.Union([Prose(), Type.Null()]),
      absent: Type.Optional(Prose()),
      kept: Verbatim(),
    })
    const model = { some: '"a"', none: null, kept: '"a"' }
    expect(set(schema, model)).toEqual({ some: '“a”', none: null, kept: '"a"' })
  })

  test('of a union has the texts of its kind', () => {
    const one = Type.Object({ kind: Type.Literal('one'), text: Prose() })
    const two = Type.Object({ kind: Type.Literal('two'), text: Verbatim(), title: Prose() })
    const either = Type.Union([one, two])
    expect(set(either, { kind: 'two', text: '"a"', title: '"b"' })).toEqual({
      kind: 'two',
      text: '"a"',
      title: '“b”',
    })
    const unclear = Type.Union([Type.Object({ a: Prose() }), Type.Object({ b: Prose() })])
    expect(() => set(unclear, { a: '' })).toThrow('must have a kind')
  })
})

test.each([
  ['page', ContentPage],
  ['shell', Shell],
  ['feed', FeedModel],
])('each free text of a %s is declared as prose or as verbatim', (_name, schema) => {
  const unsaid = textsIn(schema).filter(({ schema }) => !('prose' in schema))
  expect(unsaid.map(({ place }) => place).filter((place) => place !== 'tags[]')).toEqual([])
})
