/** Unsafe characters are mapped to private use areas, which have no case or decompositions. */
const BMP_ESCAPES = 0xf0000
const PLANE_1_ESCAPES = 0x100000

/** Characters that Meilisearch trims or drops, and unassigned ones, which may change. */
const UNSTABLE = /[\p{White_Space}\p{Cc}\p{Cn}]/u
const PLAIN = /^[!-@[-~]*$/

const escapes = new Map<string, string | undefined>()

/**
 * Converts folded text to a form that Meilisearch keeps unchanged. Before it compares, it
 * decomposes every character (NFKD), lower-cases and trims: `й` would contain `и`. Characters that
 * this would change become private use ones, so that containing means the same before and after.
 *
 * @returns undefined when a character cannot be mapped; no title in the index contains such a text
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
  // It would be mistaken for an escape of another character.
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
