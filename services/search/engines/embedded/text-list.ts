import { sharedBytes, shareNumbers } from './shared-memory.ts'

/** Texts as bytes, one after another: they are read one by one, never searched. */
export interface TextList {
  /** UTF-8. */
  readonly bytes: Uint8Array
  /** Where each text begins; a last entry says where the last one ends. */
  readonly starts: Uint32Array
}

// A byte order mark is part of a title like any other character.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export function toTextList(bytes: Uint8Array, starts: Uint32Array): TextList {
  const shared = sharedBytes(bytes.length)
  shared.set(bytes)
  return { bytes: shared, starts: shareNumbers(starts) }
}

export const textAt = ({ bytes, starts }: TextList, number: number): string =>
  // The decoder does not accept shared memory.
  decoder.decode(bytes.slice(starts[number], starts[number + 1]))
