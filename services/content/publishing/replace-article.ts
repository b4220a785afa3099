import { EMPTIED_FIELDS } from '../drafts/draft-fields.ts'
import { withDefaultEntities } from '../drafts/entities.ts'
import type { Vocabulary } from '../drafts/vocabulary.ts'
import { type WrittenArticle, writtenFields } from '../library/stored-article.ts'
import { NOTE_FIELDS } from './lost-notes.ts'
import type { Notice } from './warnings-about.ts'

const NAMED_BY_DAY: readonly string[] = NOTE_FIELDS

interface ReplaceOptions {
  /** The article that the draft replaces, if any. */
  live: Pick<WrittenArticle, 'author'> | undefined
  vocabulary: Pick<Vocabulary, 'authors' | 'categories'>
  /** Whether a draft without entities gets the default ones. */
  defaultEntities: boolean
}

/**
 * A draft as it is checked when it replaces an article: where it names no author, the article keeps
 * the one that it has, because readers know it by that name.
 */
export function replacementOf(
  draft: unknown,
  { live, vocabulary, defaultEntities }: ReplaceOptions,
): unknown {
  if (typeof draft !== 'object' || draft === null || Array.isArray(draft)) return draft
  const names = vocabulary.authors.entries().filter(([, slug]) => slug === live?.author)
  const [[author] = []] = names.take(1).toArray()
  const signed = Reflect.has(draft, 'author') || author === undefined ? draft : { ...draft, author }
  return defaultEntities ? withDefaultEntities(signed, vocabulary.categories) : signed
}

/**
 * Warnings about fields that an article had, and that it lost because the draft that replaced it
 * does not have them. What a draft empties by name is meant.
 *
 * @param before the article as it was; `undefined` if there was none
 */
export function droppedFields(
  draft: unknown,
  before: WrittenArticle | undefined,
  after: WrittenArticle,
): Notice[] {
  if (!before) return []
  const [had, has] = [writtenFields(before), writtenFields(after)]
  const isLeftOut = (field: string) => !Reflect.has(Object(draft), field)
  const warn = (field: string, message: string): Notice => ({
    field: `/${field}`,
    code: 'W-DROPPED',
    message: `${message}: send it as well, or use PATCH, which keeps what is not sent`,
  })
  const dropped = EMPTIED_FIELDS.filter(
    (field) =>
      !NAMED_BY_DAY.includes(field) &&
      isLeftOut(field) &&
      isFilled(Reflect.get(had, field)) &&
      !isFilled(Reflect.get(has, field)),
  ).map((field) => warn(field, 'was filled and is empty now, because it was not sent'))
  const isOther = isLeftOut('description') && had.description !== has.description
  return isOther
    ? [warn('description', 'was made from the text, because it was not sent'), ...dropped]
    : dropped
}

const isFilled = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== false
