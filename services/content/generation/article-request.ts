import { hasShape } from '#shared/check-shape.ts'
import { type Locale, Slug } from '#shared/contracts/primitives.ts'
import { slugify } from '#shared/text/slugify.ts'
import { stripLineBreaks } from '#shared/text/strip-line-breaks.ts'
import { articleId } from '../addresses/article-id.ts'
import { MAX_TITLE } from '../drafts/check-article.ts'
import { nearestHint } from '../drafts/nearest-name.ts'
import { pickAuthor } from '../drafts/pick-author.ts'
import { reasonsAboutCharacters } from '../drafts/reasons-about-characters.ts'
import type { GenerationSettings } from './read-settings.ts'

/** Options of the commands that ask for articles, as `parseArgs` takes them. */
export const ARTICLE_OPTIONS = {
  locale: { type: 'string' },
  title: { type: 'string' },
  category: { type: 'string' },
  subcategory: { type: 'string' },
  author: { type: 'string' },
  slug: { type: 'string' },
} as const

/** What somebody says about the article that they want: categories by slug, the author by name or slug. */
export type ArticleWish = {
  [Field in Exclude<keyof typeof ARTICLE_OPTIONS, 'locale'>]?: string | undefined
}

/** An article that may be asked for: every name is known. */
export interface ArticleRequest {
  locale: Locale
  slug: Slug
  title: string
  /** By slug, as is the subcategory. */
  category: Slug
  subcategory: Slug
  /** By name. */
  author: string
}

/** More names than this are not listed in a message. */
const MAX_LISTED = 8

/**
 * Without a subcategory the category's fallback is taken; without an author, the one who would sign
 * an article without an author.
 *
 * @param prefix of each problem: where the wish was made
 * @param problems receives every reason why it cannot be a request, after the field of the wish
 * @returns `undefined` if there is such a reason
 */
export function resolveRequest(
  wish: ArticleWish,
  { locale, categories, authors }: Pick<GenerationSettings, 'locale' | 'categories' | 'authors'>,
  prefix: string,
  problems: string[],
): ArticleRequest | undefined {
  const found: string[] = []
  const refuse = (field: string, message: string) => void found.push(`${prefix}${field} ${message}`)
  for (const { field, message } of reasonsAboutCharacters(wish)) refuse(field.slice(1), message)

  const title = stripLineBreaks(wish.title ?? '')
  if (title === '') refuse('title', 'is missing: say what the article is called')
  if (title.length > MAX_TITLE) refuse('title', `must not be longer than ${MAX_TITLE} characters`)
  const slug = wish.slug ?? slugify(title)
  if (!hasShape(Slug, slug)) {
    refuse('slug', `must be lower-case words joined by hyphens, such as "${slugify(slug)}"`)
  }

  const slugs = categories.map((category) => category.slug)
  const category = categories.find((known) => known.slug === wish.category)
  if (wish.category === undefined) refuse('category', `is missing: ${oneOf(slugs)}`)
  else if (!category) refuse('category', unknown(wish.category, 'category', slugs))

  const below = category?.children.map((child) => child.slug) ?? []
  const subcategory = wish.subcategory ?? category?.fallback ?? ''
  if (category && !below.includes(subcategory)) {
    refuse('subcategory', unknown(subcategory, `subcategory of ${category.slug}`, below))
  }

  const roster = authors.map((author) => author.slug)
  const signed = wish.author ?? pickAuthor(articleId(locale, slug), roster)
  const author = authors.find((known) => signed === known.name || signed === known.slug)
  if (!author) {
    const isSlug = hasShape(Slug, signed)
    const message = unknown(signed, 'author', isSlug ? roster : authors.map(({ name }) => name))
    refuse('author', `${message}; choose one of authors/${locale}.yaml`)
  }

  problems.push(...found)
  if (found.length > 0 || !category || !author) return undefined
  return { locale, slug, title, category: category.slug, subcategory, author: author.name }
}

/**
 * The same for somebody at a terminal.
 *
 * @throws {Error} with every reason in a line of its own, under the names of the command's options
 */
export function requireRequest(wish: ArticleWish, settings: GenerationSettings): ArticleRequest {
  const problems: string[] = []
  const request = resolveRequest(wish, settings, '--', problems)
  if (!request) throw new Error(problems.join('\n'))
  return request
}

function unknown(name: string, what: string, known: readonly string[]): string {
  const hint = nearestHint(name, known)
  const list = hint === '' && known.length <= MAX_LISTED ? `: ${oneOf(known)}` : ''
  return `"${name}" is not a known ${what}${hint}${list}`
}

const oneOf = (names: readonly string[]) => `it is one of ${names.join(', ')}`
