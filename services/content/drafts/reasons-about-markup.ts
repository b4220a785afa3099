import { cutAtWord } from '#shared/text/cut-at-word.ts'
import { shortened } from '#shared/text/shortened.ts'
import { escapePointer } from './reasons-about-characters.ts'
import type { CodedReason } from './rules.ts'

/** Markdown, and links of an ad system, which are HTML. */
const WITH_MARKUP = /^\/(?:body|sapeData)(?:\/|$)/
/** A link or picture, bold words and code, as Markdown writes them. */
const MARKUP = /!?\[[^[\]\n]+\]\([^()\n]+\)|\*\*[^*\n]+\*\*|`[^`\n]+`/
/** The most characters of the markup that a message quotes. */
const QUOTED = 60

/** The Markdown that readers would see in a plain text; undefined without any. */
export const markupIn = (text: string): string | undefined => {
  const [markup] = MARKUP.exec(text) ?? []
  return markup === undefined ? undefined : cutAtWord(markup, QUOTED)
}

/** Deeper ones are refused as such. */
const MAX_DEPTH = 20

/**
 * Finds Markdown in fields that are plain text, such as an answer or the title of a fact: readers
 * would see its brackets and stars.
 *
 * @param value input of any shape
 */
export function* reasonsAboutMarkup(value: unknown, field = '', depth = 0): Generator<CodedReason> {
  if (typeof value === 'string') {
    const markup = WITH_MARKUP.test(field) ? undefined : markupIn(value)
    if (markup === undefined) return
    const message = `has "${markup}", which readers would see as it is written: this field is plain text, so write the words alone`
    yield { field, code: 'E-MARKUP', message }
    return
  }
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return
  for (const [key, part] of Object.entries(value)) {
    yield* reasonsAboutMarkup(part, `${field}/${escapePointer(shortened(key))}`, depth + 1)
  }
}
