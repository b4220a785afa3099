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

/**
 * Whether a slug is the plain one of a title, compared as bytes without decoding them. Ends are
 * exclusive.
 *
 * @returns false also for an empty slug, and for a title with letters beyond ASCII
 */
export function isPlainSlug(
  bytes: Uint8Array,
  title: { start: number; end: number },
  slug: { start: number; end: number },
): boolean {
  let at = slug.start
  let isBorder = false
  for (let from = title.start; from < title.end; from++) {
    const byte = bytes[from] ?? 0
    if (byte > 127) return false
    const letter = byte >= UPPER_A && byte <= UPPER_Z ? byte + CASE_DISTANCE : byte
    if (!isLetterOrDigit(letter)) {
      if (byte !== APOSTROPHE) isBorder = true
      continue
    }
    if (isBorder && at > slug.start && bytes[at++] !== HYPHEN) return false
    isBorder = false
    if (at >= slug.end || bytes[at++] !== letter) return false
  }
  return at === slug.end && at > slug.start
}

const isLetterOrDigit = (letter: number) =>
  (letter >= 97 && letter <= 122) || (letter >= 48 && letter <= 57)
