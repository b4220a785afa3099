const HYPHEN = '-'.charCodeAt(0)
const APOSTROPHE = "'".charCodeAt(0)
const UPPER_A = 'A'.charCodeAt(0)
const UPPER_Z = 'Z'.charCodeAt(0)
const CASE_DISTANCE = 'a'.charCodeAt(0) - UPPER_A

/** The default slug of a title of ASCII letters. Most titles of many sites have it. */
export const plainSlug = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll("'", '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** A different slug; the plain slug of the title; or its beginning. */
export type SlugFit = 'none' | 'whole' | 'start'

/**
 * How a slug matches a title, compared as bytes without decoding them. Ends are exclusive.
 *
 * @returns 'none' also for an empty slug, and for a letter beyond ASCII before the slug's end
 */
export function fitPlainSlug(
  bytes: Uint8Array,
  title: { start: number; end: number },
  slug: { start: number; end: number },
): SlugFit {
  let at = slug.start
  let isBorder = false
  for (let from = title.start; from < title.end; from++) {
    const byte = bytes[from] ?? 0
    if (byte > 127) return at === slug.end && at > slug.start ? 'start' : 'none'
    const letter = byte >= UPPER_A && byte <= UPPER_Z ? byte + CASE_DISTANCE : byte
    if (!isLetterOrDigit(letter)) {
      if (byte !== APOSTROPHE) isBorder = true
      continue
    }
    if (at === slug.end) return at > slug.start ? 'start' : 'none'
    if (isBorder && at > slug.start && bytes[at++] !== HYPHEN) return 'none'
    isBorder = false
    if (at === slug.end || bytes[at++] !== letter) return 'none'
  }
  return at === slug.end && at > slug.start ? 'whole' : 'none'
}

const isLetterOrDigit = (letter: number) =>
  (letter >= 97 && letter <= 122) || (letter >= 48 && letter <= 57)
