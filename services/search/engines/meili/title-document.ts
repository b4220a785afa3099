import { hash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import type { TitleEntry } from '#shared/contracts/change.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { FOLD_VERSION } from '#shared/text/fold.ts'
import { foldText, wordsOf } from '#shared/text/title-match.ts'
import { toValue } from './filters.ts'

/** The fields of a document that an answer to readers needs. */
export const StoredTitle = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['title', 'odd']),
  /** The article's id, if the document has another one. */
  articleId: Type.Optional(Type.String()),
  title: Type.String(),
  path: Type.String(),
  /** Milliseconds since 1970. */
  publishedAt: Type.Number(),
})

export type StoredTitle = Static<typeof StoredTitle>

/** A document as stored in Meilisearch. */
export interface TitleDocument extends StoredTitle {
  /** A hash to check whether the document is right. */
  h: string
  /** The distinct words, each a value for filters; none of an odd title. */
  tok?: string[]
  tokTr?: string[]
  /** All words, separated by single blanks. */
  text?: string
  textTr?: string
  /** Why the title is odd. */
  reason?: string
}

/** Replaces a withdrawn title until it is deleted. */
export interface GoneDocument {
  id: string
  kind: 'gone'
}

/** What Meilisearch accepts as an id. */
const PROPER_ID = /^[A-Za-z0-9_-]{1,511}$/
const KEPT_FOR_OTHERS = /^(?:state$|odd_)/

/** The id of the document of this article. */
export function documentIdOf(articleId: string): string {
  const isProper = PROPER_ID.test(articleId) && !KEPT_FOR_OTHERS.test(articleId)
  return isProper ? articleId : `odd_${hash('sha256', articleId, 'hex')}`
}

export const articleIdOf = ({ id, articleId = id }: StoredTitle): string => articleId

/** Differs between any two versions of a title. */
export const titleHash = ({ id, title, path, publishedAt }: TitleEntry): string =>
  hash(
    'sha1',
    JSON.stringify([id, title, path, Date.parse(publishedAt), FOLD_VERSION]),
    'base64url',
  ).slice(0, 12)

export function toDocument(entry: TitleEntry, locale: Locale): TitleDocument {
  if (documentIdOf(entry.id) !== entry.id) return toOddDocument(entry, 'its id cannot be kept')

  const folded = foldText(entry.title, locale)
  const words = wordsOf(folded)
  const plain = toValues(folded.plain, new Set(words.map((word) => word.plain)))
  const turkish =
    folded.turkish === undefined
      ? undefined
      : toValues(folded.turkish, new Set(words.flatMap((word) => word.turkish ?? [])))
  if (!plain || (folded.turkish !== undefined && !turkish)) {
    return toOddDocument(entry, 'its letters cannot be kept')
  }
  return {
    ...common(entry),
    kind: 'title',
    tok: plain.words,
    text: plain.text,
    ...(turkish && { tokTr: turkish.words, textTr: turkish.text }),
  }
}

/** Without the fields that Meilisearch compares: it is fetched and compared here in every query. */
export function asRefused(document: TitleDocument, reason: string): TitleDocument {
  const { tok: _tok, tokTr: _tokTr, text: _text, textTr: _textTr, ...rest } = document
  return { ...rest, kind: 'odd', reason }
}

const toOddDocument = (entry: TitleEntry, reason: string): TitleDocument => ({
  ...common(entry),
  kind: 'odd',
  reason,
})

function common(entry: TitleEntry) {
  const id = documentIdOf(entry.id)
  return {
    id,
    ...(id !== entry.id && { articleId: entry.id }),
    title: entry.title.toWellFormed(),
    path: entry.path,
    publishedAt: Date.parse(entry.publishedAt),
    h: titleHash(entry),
  }
}

/** @returns undefined unless all of them can be used in filters */
function toValues(text: string, words: ReadonlySet<string>) {
  const value = toValue(text)
  const values = [...words].map(toValue).filter((word) => word !== undefined)
  return value !== undefined && values.length === words.size
    ? { text: value, words: values }
    : undefined
}
