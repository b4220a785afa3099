import type { Locale } from '#shared/contracts/primitives.ts'
import { escapeHtml } from '../articles/render-markdown.ts'
import type { Term } from './check-terms.ts'
import { hashOf, isApostrophe, isGlue, jointOf, readWords, type Words } from './words.ts'

/** A term that is in force, and the article that explains it. */
export interface GlossaryTerm extends Omit<Term, 'definition'> {
  id: string
  article: string
  /** Null of a word that is only kept from being linked in its own article. */
  definition: string | null
}

/** A written form of a term, taken apart. */
export interface Form {
  /** The same for forms that are found at the same places. */
  key: string
  words: readonly string[]
  /** What stands between the words. */
  joints: readonly string[]
  /** What follows the last word, as HTML: the bracket of `401(k)`. */
  tail: string
  /** It has no small letters, and is found only where there are none: `SEC` is not `sec`. */
  isAbbreviation: boolean
}

/** Every term that is in force; made once for many texts. */
export interface Glossary {
  locale: Locale
  /** By the hash of its first word, the forms that may begin there: the longest first. */
  byFirstWord: ReadonlyMap<number, readonly OwnedForm[]>
  /** By article, the keys of the forms that are not linked in it: of what it explains itself. */
  ownKeys: ReadonlyMap<string, ReadonlySet<string>>
}

interface OwnedForm extends Form {
  term: string
}

/** @returns `undefined` of what has no letter and no digit */
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
 * Of terms with the same form, the one that has it for its name comes first, then the one with the
 * smaller id: whose turn it is must not depend on who was there first.
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

  const byFirstWord = new Map<number, OwnedForm[]>()
  for (const { form } of owners.values()) {
    const first = hashOf(form.words[0] ?? '')
    const forms = byFirstWord.get(first) ?? []
    byFirstWord.set(first, forms)
    forms.push(form)
  }
  for (const forms of byFirstWord.values()) forms.sort(byLength)
  return { locale, byFirstWord, ownKeys }
}

/** The longest first; of equally long ones what asks for more. */
const byLength = (a: Form, b: Form) =>
  b.words.length - a.words.length ||
  b.tail.length - a.tail.length ||
  Number(b.isAbbreviation) - Number(a.isAbbreviation) ||
  (a.key < b.key ? -1 : 1)

interface Found {
  form: OwnedForm
  /** Where it ends in the HTML, exclusive. */
  end: number
}

/** @returns the longest form that begins at this word */
export function formAt(
  { byFirstWord }: Glossary,
  html: string,
  words: Words,
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

/** What stands between a word and the one before it; `undefined` where there is none. */
function before(html: string, { starts, ends, ranges }: Words, at: number): string | undefined {
  if (at === 0 || at >= starts.length || ranges[at] !== ranges[at - 1]) return undefined
  return html.slice(ends[at - 1], starts[at])
}

const EMPHASES = /^(?:<\/?(?:em|strong|s)>)+$/

/** Whether the word and the one before it are one, of which a part is emphasized. */
const isCut = (html: string, { starts, ends, ranges }: Words, at: number): boolean =>
  at > 0 &&
  at < starts.length &&
  ranges[at] !== ranges[at - 1] &&
  EMPHASES.test(html.slice(ends[at - 1], starts[at]))

/** Whether the word is the end of a longer one, or a suffix behind an apostrophe. */
function isPartOfWord(html: string, words: Words, at: number): boolean {
  if (isCut(html, words, at)) return true
  const between = before(html, words, at)
  return between !== undefined && (isGlue(between) || isApostrophe(between))
}

function endOf(
  { words: wanted, joints, tail, isAbbreviation }: Form,
  html: string,
  words: Words,
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

/** Of words from one to before another: what stands between them may be an entity. */
function hasSmallLetters(html: string, { starts, ends }: Words, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (/\p{Ll}/u.test(html.slice(starts[at], ends[at]))) return true
  }
  return false
}
