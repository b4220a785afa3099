import { hasShape, reasonsAgainst } from '#shared/check-shape.ts'
import type { Provenance, Source } from '#shared/contracts/page.ts'
import { CONTENT_START, type Instant } from '#shared/contracts/primitives.ts'
import type { Reason } from '#shared/errors.ts'
import { stripLineBreaks } from '#shared/text/strip-line-breaks.ts'
import { reasonsAboutCharacters } from '../editing/reasons-about-characters.ts'
import { ArticleDraft, type Entity } from './article-draft.ts'
import { nearestName } from './nearest-name.ts'
import { type RenderedMarkdown, renderMarkdown } from './render-markdown.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface Placement {
  category: string
  subcategory: string
  topics: string[]
}

/** A draft that may be saved: resolved, normalised and rendered. */
export interface CheckedArticle {
  title: string
  description: string
  author: string
  body: string
  rendered: RenderedMarkdown
  /** In the order of the draft; the first is the article's home. */
  placements: Placement[]
  publishedAt: Instant | undefined
  updatedAt: Instant | undefined
  takeaways: string[]
  sources: Source[]
  provenance: Provenance
  topNotchRank: number | null
  favorite: boolean
}

const MAX_TITLE = 200
const MAX_DESCRIPTION = 400
/** Where a description taken from the text is cut, in characters. */
const DERIVED_DESCRIPTION = 155
/** How far an editor's clock may be ahead of ours. */
const CLOCK_SKEW_MS = 5 * 60_000

/** @returns the article, or every reason why it cannot be one */
export function checkArticle(
  draft: unknown,
  vocabulary: Vocabulary,
  now: Date,
): { article: CheckedArticle } | { reasons: Reason[] } {
  const shape = reasonsAgainst(ArticleDraft, draft)
  const misshapen = new Set(shape.map(({ field }) => field))
  const parts = partsOf(draft)
  const title = stripLineBreaks(parts.title ?? '')
  const body = misshapen.has('/body') ? '' : (parts.body ?? '')
  const rendered = renderMarkdown(body, title)
  const description =
    stripLineBreaks(parts.description ?? '') || shorten(rendered.firstParagraph) || title

  const reasons = [
    ...reasonsAboutCharacters(draft),
    ...reasonsAboutText({ title, description, rendered }),
    ...reasonsAboutTime(parts, now),
    // A field of the wrong shape has heard so.
  ].filter(({ field }) => !misshapen.has(field))
  reasons.push(...reasonsAboutNames(parts, vocabulary))
  const author = vocabulary.authors.get(parts.author ?? '')
  if (!hasShape(ArticleDraft, draft) || author === undefined || reasons.length > 0) {
    return { reasons: [...shape, ...reasons] }
  }
  return {
    article: {
      title,
      description,
      author,
      body,
      rendered,
      placements: resolvePlacements(draft.entities, vocabulary),
      publishedAt: instantOf(draft.publishedAt),
      updatedAt: instantOf(draft.updatedAt),
      takeaways: draft.takeaways ?? [],
      sources: draft.sources ?? [],
      provenance: draft.provenance ?? 'human',
      topNotchRank: draft.topNotchRank ?? null,
      favorite: draft.favorite ?? false,
    },
  }
}

/** A category without subcategories files the article under its fallback. */
function resolvePlacements(entities: readonly Entity[], { categories }: Vocabulary): Placement[] {
  const placements = entities.flatMap(({ category, subcategories = [] }): Placement[] => {
    if (subcategories.length > 0) {
      return subcategories.map(({ subcategory, subsubcategories = [] }) => ({
        category,
        subcategory,
        topics: subsubcategories,
      }))
    }
    const fallback = categories.get(category)?.fallback
    return fallback ? [{ category, subcategory: fallback, topics: [] }] : []
  })
  const seen = new Set<string>()
  return placements.filter(({ category, subcategory }) => {
    const key = `${category}/${subcategory}`
    return !seen.has(key) && seen.add(key)
  })
}

/** Names that nobody knows, each with the known one that comes nearest. */
function reasonsAboutNames(
  { author, entities }: DraftParts,
  { authors, categories }: Vocabulary,
): Reason[] {
  const unknown = (field: string, what: string, name: string, known: Iterable<string>) => {
    const nearest = nearestName(name, known)
    const hint = nearest ? `; did you mean "${nearest}"?` : ''
    return { field, message: `"${name}" is not a known ${what}${hint}` }
  }

  const reasons: Reason[] = []
  if (author && !authors.has(author)) {
    reasons.push(unknown('/author', 'author', author, authors.keys()))
  }
  entities.forEach(({ category, subcategories }, index) => {
    if (category === '') return
    const known = categories.get(category)
    if (!known) {
      reasons.push(unknown(`/entities/${index}/category`, 'category', category, categories.keys()))
      return
    }
    subcategories.forEach((subcategory, place) => {
      if (subcategory === '' || known.subcategories.has(subcategory)) return
      const field = `/entities/${index}/subcategories/${place}/subcategory`
      reasons.push(unknown(field, `subcategory of ${category}`, subcategory, known.subcategories))
    })
  })
  return reasons
}

interface DraftParts {
  title: string | undefined
  description: string | undefined
  body: string | undefined
  author: string | undefined
  entities: { category: string; subcategories: string[] }[]
  publishedAt: string | undefined
  updatedAt: string | undefined
}

/** What can be looked at in a draft of any shape, so that its author hears everything at once. */
function partsOf(draft: unknown): DraftParts {
  const field = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

  return {
    title: text(field(draft, 'title')),
    description: text(field(draft, 'description')),
    body: text(field(draft, 'body')),
    author: text(field(draft, 'author')),
    entities: list(field(draft, 'entities')).map((entity) => ({
      category: text(field(entity, 'category')) ?? '',
      subcategories: list(field(entity, 'subcategories')).map(
        (entry) => text(field(entry, 'subcategory')) ?? '',
      ),
    })),
    publishedAt: text(field(draft, 'publishedAt')),
    updatedAt: text(field(draft, 'updatedAt')),
  }
}

function reasonsAboutText({
  title,
  description,
  rendered,
}: Pick<CheckedArticle, 'title' | 'description' | 'rendered'>): Reason[] {
  const reasons: Reason[] = []
  if (title === '') reasons.push({ field: '/title', message: 'must have at least one character' })
  for (const [field, text, longest] of [
    ['/title', title, MAX_TITLE],
    ['/description', description, MAX_DESCRIPTION],
  ] as const) {
    if (text.length > longest) {
      reasons.push({ field, message: `must not be longer than ${longest} characters` })
    }
  }
  if (rendered.wordCount === 0) reasons.push({ field: '/body', message: 'must have text' })
  return reasons
}

function reasonsAboutTime({ publishedAt, updatedAt }: DraftParts, now: Date): Reason[] {
  const latest = now.getTime() + CLOCK_SKEW_MS
  const reasons: Reason[] = []
  for (const [field, text] of Object.entries({ publishedAt, updatedAt })) {
    if (text === undefined) continue
    const time = Date.parse(text)
    if (Number.isNaN(time) || !isDay(text.slice(0, 10))) {
      reasons.push({ field: `/${field}`, message: 'is not a date that exists' })
    } else if (time < Date.parse(CONTENT_START)) {
      reasons.push({ field: `/${field}`, message: 'must not be before 2024-11-07' })
    } else if (time > latest) {
      reasons.push({ field: `/${field}`, message: 'must not be in the future' })
    }
  }
  if (publishedAt && updatedAt && Date.parse(updatedAt) < Date.parse(publishedAt)) {
    reasons.push({ field: '/updatedAt', message: 'must not be before publishedAt' })
  }
  return reasons
}

/** JavaScript takes 30 February for 2 March. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

const instantOf = (text: string | undefined): Instant | undefined =>
  text === undefined ? undefined : new Date(text).toISOString()

/** Cut at a word, with an ellipsis. */
function shorten(text: string): string {
  if (text.length <= DERIVED_DESCRIPTION) return text
  const cut = text.slice(0, DERIVED_DESCRIPTION - 1)
  const whole = cut.isWellFormed() ? cut : cut.slice(0, -1)
  return `${whole.slice(0, whole.lastIndexOf(' ') > 0 ? whole.lastIndexOf(' ') : whole.length)}…`
}
