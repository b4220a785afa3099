import type { ByteList } from './byte-list.ts'
import type { Numbering } from './numbering.ts'
import { fitPlainSlug } from './plain-slug.ts'
import type { PackedTitle } from './title-pack.ts'

/** Codes of paths: the plain slug of the title, and one that spells its words differently. */
export const SLUG = 0
export const SPELLED = 1
/** The same, but cut off, as for long titles: a length follows, or a number of pieces. */
export const SLUG_START = 2
export const SPELLED_START = 3
/** Any other path: this code plus the number of its pieces. */
export const PIECES = 3
/** The piece of a token that paths leave out, such as a dash. */
export const SILENT = -1
/** The piece of a token is not known yet; known ones are the piece's number plus one. */
const UNKNOWN = 0

/**
 * Encodes paths. Most of them spell their titles. If a path uses other letters, the piece for each
 * token is learned from its first use. Such paths take a byte or two; others are written in pieces.
 */
export interface PathWriter {
  /** The beginning of most paths, up to their last slash. */
  readonly prefix: string
  /**
   * @param tokens the title's tokens, of which the first `count` are valid
   * @param bytes contain the title and the path at the positions in `packed`
   */
  write(tokens: Uint32Array, count: number, bytes: Uint8Array, packed: PackedTitle): void
  /** By token: the number of its piece plus one, `SILENT`, or 0. */
  tokenPieces(): Int32Array
}

const HYPHEN = '-'.charCodeAt(0)
const SLASH = '/'.charCodeAt(0)

/** @param isSilent whether a token has neither letters nor digits */
export function createPathWriter(
  rows: ByteList,
  pieces: Numbering,
  isSilent: (token: number) => boolean,
): PathWriter {
  let prefix: Uint8Array | undefined
  let known = new Int32Array(1 << 10)

  function isUsual(bytes: Uint8Array, start: number, end: number): boolean {
    prefix ??= bytes.slice(start, bytes.subarray(0, end).lastIndexOf(SLASH) + 1)
    for (let at = 0; at < prefix.length; at++) if (bytes[start + at] !== prefix[at]) return false
    for (let at = start + prefix.length; at < end; at++) if (bytes[at] === SLASH) return false
    return true
  }

  /** Writes a path made of the pieces of the title's first tokens. @returns false if it is not */
  function spell(title: Uint32Array, count: number, bytes: Uint8Array, from: number, to: number) {
    let start = from
    let spelled = 0
    let isWhole = true
    for (let at = 0; at < count; at++) {
      const token = title[at] ?? 0
      if (token >= known.length) known = grow(known, token)
      if (known[token] === UNKNOWN && isSilent(token)) known[token] = SILENT
      if (known[token] === SILENT) continue
      isWhole = start <= to
      if (!isWhole) break
      const end = endOfPiece(bytes, start, to)
      if (known[token] === UNKNOWN) {
        // Pieces can be assigned to tokens only if there is exactly one for each.
        if (countPieces(bytes, start, to) !== countLoud(title, at, count)) return false
        known[token] = pieces.numberAt(bytes, start, to) + 1
      } else if (!pieces.isAt((known[token] ?? 0) - 1, bytes, start, end)) return false
      start = end + 1
      spelled += 1
    }
    if (spelled === 0 || start !== to + 1) return false
    rows.pushNumber(isWhole ? SPELLED : SPELLED_START)
    if (!isWhole) rows.pushNumber(spelled)
    return true
  }

  function countLoud(title: Uint32Array, from: number, to: number): number {
    let loud = 0
    for (let at = from; at < to; at++) if (!isSilent(title[at] ?? 0)) loud++
    return loud
  }

  return {
    get prefix() {
      return new TextDecoder().decode(prefix)
    },

    write(tokens, count, bytes, { titleStart, titleEnd, pathStart: start, pathEnd: end }) {
      if (isUsual(bytes, start, end)) {
        const from = start + (prefix?.length ?? 0)
        const fit = fitPlainSlug(bytes, { start: titleStart, end: titleEnd }, { start: from, end })
        if (fit === 'whole') return rows.pushNumber(SLUG)
        if (fit === 'start') {
          rows.pushNumber(SLUG_START)
          return rows.pushNumber(end - from)
        }
        if (spell(tokens, count, bytes, from, end)) return
      }
      rows.pushNumber(PIECES + countPieces(bytes, start, end))
      for (let from = start; from <= end; ) {
        rows.pushNumber(pieces.numberAt(bytes, from, end))
        from = pieces.end + 1
      }
    },

    tokenPieces: () => known,
  }
}

function endOfPiece(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end && bytes[at] !== HYPHEN) at++
  return at
}

function countPieces(bytes: Uint8Array, start: number, end: number): number {
  let count = 1
  for (let at = start; at < end; at++) if (bytes[at] === HYPHEN) count++
  return count
}

function grow(numbers: Int32Array<ArrayBuffer>, least: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(numbers.length * 2, least + 1))
  larger.set(numbers)
  return larger
}
