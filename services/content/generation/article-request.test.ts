import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { articleId } from '../addresses/article-id.ts'
import { pickAuthor } from '../drafts/pick-author.ts'
import { type ArticleWish, resolveRequest } from './article-request.ts'
import { readSettings } from './read-settings.ts'

const settings = await readSettings(path.resolve(import.meta.dirname, '../../../content'), 'tr_TR')
const [AUTHOR = { name: '', slug: '' }] = settings.authors
const WISH = { title: 'Repo nedir?', category: 'expert-advice', author: AUTHOR.name }

function resolve(wish: ArticleWish) {
  const problems: string[] = []
  return { request: resolveRequest(wish, settings, '/', problems), problems }
}

function requestOf(wish: ArticleWish) {
  const { request, problems } = resolve(wish)
  if (!request) throw new Error(problems.join('; '))
  return request
}

const reasonsOf = (wish: ArticleWish): string[] => resolve(wish).problems

describe('a request', () => {
  test('uses the fallback subcategory, and derives a slug from the title', () => {
    expect(requestOf(WISH)).toEqual({
      locale: 'tr_TR',
      slug: 'repo-nedir',
      title: 'Repo nedir?',
      category: 'expert-advice',
      subcategory: 'other-expert-advice',
      author: AUTHOR.name,
    })
  })

  test('finds authors by their slugs, too', () => {
    expect(requestOf({ ...WISH, author: AUTHOR.slug }).author).toBe(AUTHOR.name)
  })

  test('without an author gets the one that the article would get', () => {
    const { author } = requestOf({ ...WISH, author: undefined })
    const roster = settings.authors.map(({ slug }) => slug)
    const picked = pickAuthor(articleId('tr_TR', 'repo-nedir'), roster)
    expect(settings.authors.find(({ slug }) => slug === picked)?.name).toBe(author)
  })

  test('has a title of one line', () => {
    expect(requestOf({ ...WISH, title: ' Repo\n nedir? ' }).title).toBe('Repo nedir?')
  })

  test.each<[string, ArticleWish, RegExp]>([
    ['no title', { title: ' \n' }, /^\/title is missing/],
    ['a long title', { title: 'x'.repeat(201) }, /^\/title must not be longer/],
    ['a title nobody can read', { title: 'x\u0000' }, /^\/title has a character/],
    ['a slug that is none', { slug: 'Repo Nedir' }, /^\/slug .* such as "repo-nedir"/],
    ['no category', { category: undefined }, /^\/category is missing: it is one of investment-/],
    ['a slip', { category: 'expert-advise' }, /^\/category .*; did you mean "expert-advice"\?$/],
    ['another category', { category: 'cooking' }, /^\/category .*: it is one of investment-dict/],
    [
      'a subcategory of another category',
      { subcategory: 'stocks' },
      /^\/subcategory "stocks" is not a known subcategory of expert-advice: it is one of market-/,
    ],
    [
      'an author nobody knows',
      { author: `${AUTHOR.name.slice(0, -1)}x` },
      new RegExp(
        `^/author .*; did you mean "${AUTHOR.name}"\\?; choose one of authors/tr_TR\\.yaml$`,
      ),
    ],
  ])('refuses %s', (_name, over, message) => {
    expect(reasonsOf({ ...WISH, ...over })).toEqual([expect.stringMatching(message)])
  })

  test('names everything that is wrong at once', () => {
    expect(reasonsOf({})).toHaveLength(2)
  })
})
