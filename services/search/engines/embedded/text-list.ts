import { sharedBytes, sharedUint32 } from './shared-memory.ts'
/** Texts in bytes, one after another: read one by one, never searched. */
export interface TextList {
  /** UTF-8. */
  readonly bytes: Uint8Array
  /** Where each text begins; a last entry says where the last one ends. */
  readonly starts: Uint32Array
}

const encoder = new TextEncoder()
// A byte order mark is part of a title like any other character.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Halves of surrogate pairs become U+FFFD, as in every other UTF-8. */
export function toTextList(given: readonly string[]): TextList {
  // Before they are joined: two halves must not make a pair.
  const texts = given.map((text) => text.toWellFormed())
  const starts = sharedUint32(texts.length + 1)
  const encoded = encoder.encode(texts.join(''))
  const bytes = sharedBytes(encoded.length)
  bytes.set(encoded)
  let end = 0
  for (const [number, text] of texts.entries()) {
    end += isAscii(text) ? text.length : encoder.encode(text).length
    starts[number + 1] = end
  }
  return { bytes, starts }
}

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text)

export const textAt = ({ bytes, starts }: TextList, number: number): string =>
  // The decoder takes no shared memory.
  decoder.decode(bytes.slice(starts[number], starts[number + 1]))
