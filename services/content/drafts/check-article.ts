import { hasShape, reasonsAgainst } from '#shared/check-shape.ts'
import type { Origin } from '#shared/contracts/page.ts'
import type { Instant, PagePath } from '#shared/contracts/primitives.ts'
import { shortened } from '#shared/text/shortened.ts'
import { slugify } from '#shared/text/slugify.ts'
import { stripLineBreaks } from '#shared/text/strip-line-breaks.ts'
import type { Placement } from '../addresses/placement.ts'
import type { Term } from '../glossary/term.ts'
import { EXCESS_MESSAGES } from '../markdown/excess.ts'
import {
  type MarkdownRenderer,
  type RenderedMarkdown,
  renderMarkdown,
} from '../markdown/render-markdown.ts'
import { ArticleDraft, type EntityDraft, isBody, MAX_PLACES } from './article-draft.ts'
import { ChangeNote } from './change-note.ts'
import { reasonsAboutSources, sourceKeysOf } from './check-sources.ts'
import { cleanTerms, reasonsAboutTerms } from './check-terms.ts'
import { instantOf, reasonsAboutDays, reasonsAboutTime } from './check-time.ts'
import { describeArticle } from './describe-article.ts'
import { type PlainFields, plainFieldsOf } from './draft-fields.ts'
import { nearestHint } from './nearest-name.ts'
import { originOf, reasonsAboutOrigin } from './origin.ts'
import { reasonsAboutCharacters } from './reasons-about-characters.ts'
import { reasonsAboutMarkup } from './reasons-about-markup.ts'
import type { CodedReason } from './rules.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A valid draft: names resolved, texts normalised, body rendered. */
export interface CheckedArticle extends Origin, PlainFields {
  title: string
  description: string
  /** A slug; `undefined` when an author is to be picked. */
  author: string | undefined
  body: string
  rendered: RenderedMarkdown
  /** In the order of the draft. The first one is the article's home. */
  placements: Placement[]
  publishedAt: Instant | undefined
  updatedAt: Instant | undefined
  /** When it is withdrawn on its own. */
  expiresAt: Instant | undefined
  /** The terms it explains. */
  terms: Term[]
}

/** The most characters of a title. */
export const MAX_TITLE = 200
const MAX_DESCRIPTION = 400

/** The article, or every reason against it; description, body and what the site says in any case. */
export type CheckOutcome = Pick<CheckedArticle, 'description' | 'rendered'> &
  Pick<Vocabulary, 'zone' | 'office'> &
  ({ article: CheckedArticle } | { reasons: CodedReason[] })

/** What is said of a change, and is no field of a text. */
const NOTE_HINT =
  ': PATCH takes it, as does publishing a draft; a whole text has an entry of `changes`'

/**
 * @param path the path of the article, existing or planned
 * @param render renders the body: `renderMarkdown`, or a function that already has the result
 */
export function checkArticle(
  draft: unknown,
  vocabulary: Vocabulary,
  now: Date,
  path: PagePath,
  render: MarkdownRenderer = renderMarkdown,
): CheckOutcome {
  const parts = draftParts(draft)
  const { title, body } = textsOf(draft)
  const shape = reasonsAgainst(ArticleDraft, draft).map((reason): CodedReason => {
    const homeless = reason.field === '/entities' && parts.entities.length === 0
    if (homeless) return { ...reason, code: 'E-NO-ENTITY' }
    const isNote = Object.hasOwn(ChangeNote.properties, reason.field.slice(1))
    return isNote ? { ...reason, message: `${reason.message}${NOTE_HINT}` } : reason
  })
  const misshapen = new Set(shape.map(({ field }) => field))
  const rendered = render(body, title, vocabulary.locale)
  const description =
    stripLineBreaks(parts.description ?? '') ||
    describeArticle(stripLineBreaks(parts.answer ?? '') || rendered.firstParagraph, {
      path,
      title,
      tagline: vocabulary.tagline,
    })

  const aboutFields: CodedReason[] = [
    ...reasonsAboutCharacters(draft),
    ...reasonsAboutMarkup(draft),
    ...reasonsAboutText({ title, description, rendered }),
    ...reasonsAboutTime(parts, now, vocabulary.zone),
    ...reasonsAboutDays('corrections', parts.corrections, now, vocabulary.zone),
    ...reasonsAboutDays('changes', parts.changes, now, vocabulary.zone),
    ...reasonsAboutEnd(parts),
  ]
  const reasons = [
    // Skip fields already reported as malformed.
    ...aboutFields.filter(({ field }) => !misshapen.has(field)),
    ...reasonsAboutNames(parts, vocabulary),
    ...reasonsAboutOrigin(Object(draft)),
    ...reasonsAboutTerms(parts.terms),
    ...reasonsAboutSources(parts.sourceKeys, rendered.outline.sourceLinks),
  ]
  const { zone, office } = vocabulary
  const known = { description, rendered, zone, office }
  if (!hasShape(ArticleDraft, draft) || reasons.length > 0) {
    return { reasons: [...shape, ...reasons], ...known }
  }
  const article = articleOf(draft, { title, body, rendered, description }, vocabulary)
  return { ...known, article }
}

const articleOf = (
  draft: ArticleDraft,
  texts: Pick<CheckedArticle, 'title' | 'body' | 'rendered' | 'description'>,
  vocabulary: Vocabulary,
): CheckedArticle => ({
  ...texts,
  author: vocabulary.authors.get(draft.author ?? ''),
  placements: resolvePlacements(draft.entities, vocabulary),
  publishedAt: draft.publishedAt && instantOf(draft.publishedAt, vocabulary.zone),
  updatedAt: updateOf(draft, vocabulary.zone),
  expiresAt: draft.expiresAt && instantOf(draft.expiresAt, vocabulary.zone),
  ...plainFieldsOf(draft),
  terms: cleanTerms(draft.terms ?? []),
  ...originOf(draft, vocabulary.zone),
})

/** The time of the update that a draft names or, if that is later, the last day of which it says what changed. */
function updateOf(
  { updatedAt, changes = [], corrections = [] }: ArticleDraft,
  zone: string,
): Instant | undefined {
  if (updatedAt === undefined) return undefined
  const days = [...changes, ...corrections].map(({ on }) => on)
  return [updatedAt, ...days]
    .flatMap((written) => instantOf(written, zone) ?? [])
    .sort()
    .at(-1)
}

/**
 * The article of a draft with mistakes that a page can show all the same: those in its text, such as
 * a link to a source that it does not have.
 *
 * @param outcome what its check has said
 * @returns `undefined` where anything else is wrong
 */
export function articleWithMistakes(
  draft: unknown,
  outcome: CheckOutcome,
  vocabulary: Vocabulary,
): CheckedArticle | undefined {
  if ('article' in outcome) return outcome.article
  const isInText = ({ field, code }: CodedReason) => field === '/body' && code !== undefined
  if (!hasShape(ArticleDraft, draft) || !outcome.reasons.every(isInText)) return undefined
  const { rendered, description } = outcome
  return articleOf(draft, { ...textsOf(draft), rendered, description }, vocabulary)
}

/** The texts of a draft of any shape that are to be rendered; empty where they are malformed. */
export function textsOf(draft: unknown): { title: string; body: string } {
  const { title = '', body } = draftParts(draft)
  return { title: stripLineBreaks(title), body: isBody(body) ? body : '' }
}

/** A category without subcategories means its fallback subcategory. */
export function resolvePlacements(
  entities: readonly EntityDraft[],
  { categories }: Vocabulary,
): Placement[] {
  const placements = entities.flatMap(({ category, subcategories = [] }): Placement[] => {
    if (subcategories.length > 0) {
      return subcategories.map(({ subcategory, subsubcategories = [] }) => ({
        category,
        subcategory,
        topics: cleanTopics(subsubcategories),
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

/** Removes repeated topics. Two spellings with the same slug are one topic. */
function cleanTopics(written: readonly string[]): string[] {
  const topics = written.map((topic) => stripLineBreaks(topic).trim()).filter(Boolean)
  return [
    ...new Map(topics.toReversed().map((topic) => [slugify(topic), topic])).values(),
  ].reverse()
}

/** Reports unknown names, each with the most similar known one. */
function* reasonsAboutNames(
  { author, entities }: DraftParts,
  { authors, categories }: Vocabulary,
): Generator<CodedReason> {
  const unknown = (what: string, name: string, known: Iterable<string>) =>
    `"${shortened(name)}" is not a known ${what}${nearestHint(name, known)}`

  if (author && !authors.has(author)) {
    const message = unknown('author', author, authors.keys())
    yield { field: '/author', code: 'E-UNKNOWN-AUTHOR', message }
  }
  for (const [index, { category, subcategories }] of entities.entries()) {
    if (category === '') continue
    const known = categories.get(category)
    if (!known) {
      const message = unknown('category', category, categories.keys())
      yield { field: `/entities/${index}/category`, code: 'E-UNKNOWN-CAT', message }
      continue
    }
    for (const [place, subcategory] of subcategories.entries()) {
      if (subcategory === '' || known.subcategories.has(subcategory)) continue
      const field = `/entities/${index}/subcategories/${place}/subcategory`
      const message = unknown(`subcategory of ${category}`, subcategory, known.subcategories)
      yield { field, code: 'E-UNKNOWN-SUB', message }
    }
  }
}

type DraftParts = ReturnType<typeof draftParts>

/**
 * The parts of a draft of any shape that can be checked, so that editors see all reasons at once.
 * Lists are checked up to their permitted length.
 */
function draftParts(draft: unknown) {
  const field = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  const list = (value: unknown): unknown[] =>
    Array.isArray(value) ? value.slice(0, MAX_PLACES) : []
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const days = (name: string) => list(field(draft, name)).map((item) => text(field(item, 'on')))

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
    reviewedAt: text(field(draft, 'reviewedAt')),
    checkedAt: text(field(draft, 'checkedAt')),
    expiresAt: text(field(draft, 'expiresAt')),
    expiresTo: text(field(draft, 'expiresTo')),
    answer: text(field(draft, 'answer')),
    sourceKeys: sourceKeysOf(field(draft, 'sources')),
    corrections: days('corrections'),
    changes: days('changes'),
    terms: field(draft, 'terms'),
  }
}

function* reasonsAboutEnd({ expiresAt, expiresTo }: DraftParts): Generator<CodedReason> {
  if (expiresTo === undefined || expiresAt !== undefined) return
  yield {
    field: '/expiresTo',
    message: 'needs expiresAt, which says when: add it, or take both out',
  }
}

function* reasonsAboutText({
  title,
  description,
  rendered,
}: Pick<CheckedArticle, 'title' | 'description' | 'rendered'>): Generator<CodedReason> {
  if (title === '') yield { field: '/title', message: 'must have at least one character' }
  const tooLong = (most: number) => `must not be longer than ${most} characters`
  if (title.length > MAX_TITLE) yield { field: '/title', message: tooLong(MAX_TITLE) }
  if (description.length > MAX_DESCRIPTION) {
    yield { field: '/description', message: tooLong(MAX_DESCRIPTION) }
  }
  const { excess, wordCount } = rendered
  if (excess) yield { field: '/body', message: EXCESS_MESSAGES[excess] }
  else if (wordCount === 0) yield { field: '/body', message: 'must have text' }
}
