/** Where unsafe characters go: private use, which no version of Unicode gives case or parts. */
const BMP_ESCAPES = 0xf0000
const PLANE_1_ESCAPES = 0x100000

/** What Meilisearch would trim or drop, or may one day take apart because it is not assigned yet. */
const UNSTABLE = /[\p{White_Space}\p{Cc}\p{Cn}]/u
const PLAIN = /^[!-@[-~]*$/

const escapes = new Map<string, string | undefined>()

/**
 * Folded text as Meilisearch keeps it unchanged. Before it compares, it decomposes every character
 * (NFKD), lower-cases and trims: `й` would contain `и`. Each character that this would change goes
 * to one of private use, so containing means the same before and after.
 *
 * @returns undefined when a character has no such place; no title that has one can contain the text
 */
export function escapeText(folded: string): string | undefined {
  if (PLAIN.test(folded)) return folded
  let escaped = ''
  for (const character of folded) {
    const safe = escapeCharacter(character)
    if (safe === undefined) return undefined
    escaped += safe
  }
  return escaped
}

function escapeCharacter(character: string): string | undefined {
  if (escapes.has(character)) return escapes.get(character)
  const safe = placeOf(character)
  escapes.set(character, safe)
  return safe
}

function placeOf(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0
  // Taken for an escape of another one, were it left as it is.
  if (code >= BMP_ESCAPES) return undefined
  if (isStable(character)) return character
  if (code <= 0xffff) return String.fromCodePoint(BMP_ESCAPES + code)
  if (code <= 0x1ffff) return String.fromCodePoint(PLANE_1_ESCAPES + (code & 0xffff))
  return undefined
}

const isStable = (character: string) =>
  character.normalize('NFKD') === character &&
  character.toLowerCase() === character &&
  !UNSTABLE.test(character)
