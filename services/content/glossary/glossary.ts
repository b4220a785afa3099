import type { Locale } from '#shared/contracts/primitives.ts'
import { escapeHtml } from '../markdown/render-markdown.ts'
import type { Term } from './term.ts'
import { type HashedWords, isApostrophe, isGlue, jointOf, readWords, wordHash } from './words.ts'

/** A term in force, and the article that explains it. */
export interface GlossaryTerm extends Omit<Term, 'definition'> {
  id: string
  article: string
  /** Null for a word that is only excluded from linking in its own article. */
  definition: string | null
}

/** A written form of a term, split into words. */
export interface Form {
  /** Equal for forms that match at the same places. */
  key: string
  words: readonly string[]
  /** The text between the words, normalised. */
  joints: readonly string[]
  /** The text after the last word, as HTML, such as the bracket of `401(k)`. */
  tail: string
  /** All upper case. It then matches only upper case: `SEC` does not match `sec`. */
  isAbbreviation: boolean
}

/** The terms in force, indexed. It is built once for many texts. */
export interface Glossary {
  locale: Locale
  /** The forms by the hash of their first word, the longest first. */
  byFirstWord: ReadonlyMap<number, readonly OwnedForm[]>
  /** By article id, keys of the forms that it explains and that are not linked in it. */
  ownKeys: ReadonlyMap<string, ReadonlySet<string>>
}

interface OwnedForm extends Form {
  term: string
}

/** @returns `undefined` if the text has no letter and no digit */
export function parseForm(text: string, locale: Locale): Form | undefined {
  const html = escapeHtml(text)
  const { starts, ends, foldedAt } = readWords(html, locale, [[0, html.length]])
  if (starts.length === 0) return undefined
  const words = starts.map((_, index) => foldedAt(index))
  const joints = starts.slice(1).map((start, index) => jointOf(html.slice(ends[index], start)))
  const tail = html.slice(ends.at(-1)).trim()
  const isAbbreviation = !/\p{Ll}/u.test(text) && (text.match(/\p{Lu}/gu)?.length ?? 0) > 1
  const name = words.map((word, index) => word + (joints[index] ?? tail)).join('')
  return { key: isAbbreviation ? `^${name}` : name, words, joints, tail, isAbbreviation }
}

/** The forms of a term, its name first. */
export const formsOf = ({ term, also }: Omit<Term, 'definition'>, locale: Locale): Form[] =>
  [term, ...also].flatMap((text) => parseForm(text, locale) ?? [])

/**
 * Of several terms with the same form, the one with that name gets it, otherwise the one with the
 * smallest id. So the result does not depend on the order in which terms were added.
 */
export function buildGlossary(terms: readonly GlossaryTerm[], locale: Locale): Glossary {
  const owners = new Map<string, { isName: boolean; form: OwnedForm }>()
  const ownKeys = new Map<string, Set<string>>()
  for (const term of terms) {
    const own = ownKeys.get(term.article) ?? new Set()
    ownKeys.set(term.article, own)
    for (const [index, form] of formsOf(term, locale).entries()) {
      own.add(form.key)
      if (term.definition === null) continue
      const isName = index === 0
      const owner = owners.get(form.key)
      const isFirst =
        !owner ||
        (isName && !owner.isName) ||
        (isName === owner.isName && term.id < owner.form.term)
      if (isFirst) owners.set(form.key, { isName, form: { ...form, term: term.id } })
    }
  }

  const forms = [...owners.values()].map(({ form }) => form).sort(byLength)
  const byFirstWord = Map.groupBy(forms, ({ words }) => wordHash(words[0] ?? ''))
  return { locale, byFirstWord, ownKeys }
}

/** The longest first. Of equally long forms, the one that matches less often comes first. */
const byLength = (a: Form, b: Form) =>
  b.words.length - a.words.length ||
  b.tail.length - a.tail.length ||
  Number(b.isAbbreviation) - Number(a.isAbbreviation) ||
  (a.key < b.key ? -1 : 1)

interface Found {
  form: OwnedForm
  /** The end in the HTML, exclusive. */
  end: number
}

/** @returns the longest form that begins at this word, if any */
export function formAt(
  { byFirstWord }: Glossary,
  html: string,
  words: HashedWords,
  at: number,
): Found | undefined {
  const forms = byFirstWord.get(words.hashes[at] ?? 0)
  if (!forms || isPartOfWord(html, words, at)) return undefined
  for (const form of forms) {
    const end = endOf(form, html, words, at)
    if (end !== undefined) return { form, end }
  }
  return undefined
}

/** The text between a word and the previous one; `undefined` if they are not neighbours. */
function before(
  html: string,
  { starts, ends, ranges }: HashedWords,
  at: number,
): string | undefined {
  if (at === 0 || at >= starts.length || ranges[at] !== ranges[at - 1]) return undefined
  return html.slice(ends[at - 1], starts[at])
}

const EMPHASES = /^(?:<\/?(?:em|strong|s)>)+$/

/** Whether the word and the previous one are a single word of which a part is emphasised. */
const isCut = (html: string, { starts, ends, ranges }: HashedWords, at: number): boolean =>
  at > 0 &&
  at < starts.length &&
  ranges[at] !== ranges[at - 1] &&
  EMPHASES.test(html.slice(ends[at - 1], starts[at]))

/** Whether the word is the rest of a longer word, or a suffix after an apostrophe. */
function isPartOfWord(html: string, words: HashedWords, at: number): boolean {
  if (isCut(html, words, at)) return true
  const between = before(html, words, at)
  return between !== undefined && (isGlue(between) || isApostrophe(between))
}

function endOf(
  { words: wanted, joints, tail, isAbbreviation }: Form,
  html: string,
  words: HashedWords,
  at: number,
): number | undefined {
  for (let index = 0; index < wanted.length; index++) {
    if (words.foldedAt(at + index) !== wanted[index]) return undefined
    const between = index === 0 ? '' : before(html, words, at + index)
    if (between === undefined || jointOf(between) !== (joints[index - 1] ?? '')) return undefined
  }
  const next = at + wanted.length
  const end = (words.ends[next - 1] ?? 0) + tail.length
  if (!html.startsWith(tail, end - tail.length)) return undefined
  if (isAbbreviation && hasSmallLetters(html, words, at, next)) return undefined
  if (isCut(html, words, next)) return undefined
  const after = before(html, words, next)
  return after !== undefined && isGlue(after.slice(tail.length)) ? undefined : end
}

/** Looks at words only, because the text between them may be an entity, with letters in it. */
function hasSmallLetters(
  html: string,
  { starts, ends }: HashedWords,
  from: number,
  to: number,
): boolean {
  for (let at = from; at < to; at++) {
    if (/\p{Ll}/u.test(html.slice(starts[at], ends[at]))) return true
  }
  return false
}
