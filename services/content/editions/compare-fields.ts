import { Type } from 'typebox'
import { hasShape } from '#shared/check-shape.ts'
import { keysOf } from '#shared/keys-of.ts'
import { stripLineBreaks } from '#shared/text/strip-line-breaks.ts'
import { sortedJson } from '../database/sorted-json.ts'
import { EntityDraft, TermDraft } from '../drafts/article-draft.ts'
import { resolvePlacements } from '../drafts/check-article.ts'
import { cleanTerms } from '../drafts/check-terms.ts'
import { instantOf } from '../drafts/check-time.ts'
import { DRAFT_FIELDS, type PlainFields } from '../drafts/draft-fields.ts'
import type { Vocabulary } from '../drafts/vocabulary.ts'

/** A field of an article apart from its text. */
export type FieldName = Exclude<keyof typeof DRAFT_FIELDS, 'body'>

export const FIELD_NAMES: readonly FieldName[] = keysOf(DRAFT_FIELDS).filter(
  (field) => field !== 'body',
)

/** Fields of an article, as an edition has them or as a file is written: of any shape. */
export type Fields = Readonly<Partial<Record<string, unknown>>>

/** What has the same meaning gets the same value. Files have names of authors, editions their slugs. */
type Meaning = (value: unknown, vocabulary: Vocabulary) => unknown

const onOneLine: Meaning = (value) => (typeof value === 'string' ? stripLineBreaks(value) : value)
const atInstant: Meaning = (value, { zone }) =>
  typeof value === 'string' ? (instantOf(value, zone) ?? value) : value

const Entities = Type.Array(EntityDraft)
const Terms = Type.Array(TermDraft)

/** A name that is not known, such as a mistyped one, means what its writer will make of it. */
function placesIn(value: unknown, vocabulary: Vocabulary): unknown {
  if (!hasShape(Entities, value)) return value
  const areKnown = value.every(({ category }) => vocabulary.categories.has(category))
  return areKnown ? resolvePlacements(value, vocabulary) : value
}

/** Fields that are stored as they are written mean what they say. */
const MEANINGS: Record<Exclude<FieldName, keyof PlainFields>, Meaning> = {
  title: onOneLine,
  description: onOneLine,
  entities: placesIn,
  author: (value, { authors }) =>
    typeof value === 'string' ? (authors.get(value) ?? value) : value,
  publishedAt: atInstant,
  updatedAt: atInstant,
  reviewedAt: atInstant,
  checkedAt: atInstant,
  expiresAt: atInstant,
  terms: (value) => (hasShape(Terms, value) ? cleanTerms(value) : value),
  provenance: (value) => value,
  answeredBy: onOneLine,
  reviewedBy: onOneLine,
}

/** Whether a field is left out, or says what it would say if it were. */
export const isEmptyField = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (Array.isArray(value) && value.length === 0)

/** @returns whether two values of a field mean the same */
export function fieldsAgree(
  field: FieldName,
  a: unknown,
  b: unknown,
  vocabulary: Vocabulary,
): boolean {
  if (isEmptyField(a) || isEmptyField(b)) return isEmptyField(a) && isEmptyField(b)
  const meaningOf = Object.hasOwn(MEANINGS, field) ? Reflect.get(MEANINGS, field) : undefined
  const meaning = (value: unknown) => sortedJson(meaningOf ? meaningOf(value, vocabulary) : value)
  return meaning(a) === meaning(b)
}
