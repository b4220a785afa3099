import type { NamedTerm } from '#shared/contracts/change.ts'
import type { Link } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import { lettersOf, mayBeNear, spellingDistance } from '../words/spelling-distance.ts'
import { readQuestion } from './read-question.ts'

interface Word {
  text: string
  /** See `lettersOf`. */
  letters: number
}

interface ShelvedWord extends Word {
  links: Link[]
}

/** The terms of the dictionary, by how they are spelled. */
export interface TermShelf {
  /** The term that is just these words, in any of its forms, if there is one. */
  termOf(words: readonly string[]): NamedTerm | undefined
  /** The terms that have a word spelled much as one of these, the nearest first. */
  near(words: readonly string[]): Link[]
}

const LIMIT = 6
/** One letter in so many may be a mistake: with more, `zzzzqq` is as near to any word as to another. */
const LETTERS_PER_MISTAKE = 3
/** What is shorter may mean anything; what is longer is no word, and takes long to compare. */
const SHORTEST = 4
const LONGEST = 40
/** A bound, because each word is compared with the words of all terms. */
const MAX_WORDS = 3

export function createTermShelf(terms: readonly NamedTerm[], locale: Locale): TermShelf {
  const { compare } = new Intl.Collator(languageTag(locale))
  const shelved = new Map<string, ShelvedWord>()
  /** Of forms that differ in words that only ask, such as `bond` and `I bond`, the shortest. */
  const byWords = new Map<string, { term: NamedTerm; form: string }>()
  for (const term of terms) {
    const { forms, article } = term
    for (const form of forms) {
      const { words } = readQuestion(form, locale)
      const key = words.map(({ letters }) => letters).join(' ')
      if (form.length < (byWords.get(key)?.form.length ?? Infinity))
        byWords.set(key, { term, form })
      for (const { letters } of words) {
        if (!isComparable(letters)) continue
        const known = shelved.get(letters) ?? { ...wordOf(letters), links: [] }
        shelved.set(letters, known)
        known.links.push({ title: form, path: article.path })
      }
    }
  }

  return {
    termOf: (words) => byWords.get(words.join(' '))?.term,

    near(words) {
      /** By path: of the forms of a term, the nearest stands for it. */
      const found = new Map<string, { link: Link; share: number }>()
      for (const typed of words.filter(isComparable).slice(0, MAX_WORDS).map(wordOf)) {
        for (const word of shelved.values()) {
          const share = mistakenShare(typed, word)
          if (share === undefined) continue
          for (const link of word.links) {
            if (share < (found.get(link.path)?.share ?? 1)) found.set(link.path, { link, share })
          }
        }
      }
      return [...found.values()]
        .sort((one, other) => one.share - other.share || compare(one.link.title, other.link.title))
        .slice(0, LIMIT)
        .map(({ link }) => link)
    },
  }
}

const isComparable = ({ length }: string) => length >= SHORTEST && length <= LONGEST

const wordOf = (text: string): Word => ({ text, letters: lettersOf(text) })

/** Mistakes per letter; `undefined` when they are too many for one word to mean the other. */
function mistakenShare(typed: Word, word: Word): number | undefined {
  const length = Math.max(typed.text.length, word.text.length)
  const most = Math.floor(length / LETTERS_PER_MISTAKE)
  if (!mayBeNear(typed.letters, word.letters, most)) return undefined
  const mistakes = spellingDistance(typed.text, word.text, most)
  return mistakes > most ? undefined : mistakes / length
}
