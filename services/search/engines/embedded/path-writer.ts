import type { ByteList } from './byte-list.ts'
import type { Numbering } from './numbering.ts'
import { isPlainSlug } from './plain-slug.ts'
import type { PackedTitle } from './title-pack.ts'

/** A path that is the plain slug of its title, and one that spells its words otherwise. */
export const SLUG = 0
export const SPELLED = 1
/** Above this comes the number of pieces of any other path. */
export const PIECES = 1
/** A form that stands for nothing in paths: a dash. */
export const SILENT = -1
/** Whose piece is not known yet; others are the number of the piece, plus one. */
const UNKNOWN = 0

/**
 * Writes paths. Most of them spell their titles. Where the letters are others, the piece of each form
 * is learned where it is first seen. Such paths take one byte; any other is written piece by piece.
 */
export interface PathWriter {
  /** What most paths begin with, up to their last slash. */
  readonly prefix: string
  /**
   * @param forms of the title, of which `count` count
   * @param bytes hold the title and the path where `packed` says
   */
  write(forms: Uint32Array, count: number, bytes: Uint8Array, packed: PackedTitle): void
  /** By form: the number of its piece plus one, `SILENT`, or 0. */
  formPieces(): Int32Array
}

const HYPHEN = '-'.charCodeAt(0)
const SLASH = '/'.charCodeAt(0)

/** @param isSilent whether a form has neither letters nor digits */
export function createPathWriter(
  rows: ByteList,
  pieces: Numbering,
  isSilent: (form: number) => boolean,
): PathWriter {
  let prefix: Uint8Array | undefined
  let known = new Int32Array(1 << 10)

  function isUsual(bytes: Uint8Array, start: number, end: number): boolean {
    prefix ??= bytes.slice(start, bytes.subarray(0, end).lastIndexOf(SLASH) + 1)
    for (let at = 0; at < prefix.length; at++) if (bytes[start + at] !== prefix[at]) return false
    for (let at = start + prefix.length; at < end; at++) if (bytes[at] === SLASH) return false
    return true
  }

  function isSpelled(
    title: Uint32Array,
    count: number,
    bytes: Uint8Array,
    from: number,
    to: number,
  ) {
    let start = from
    for (let at = 0; at < count; at++) {
      const piece = known[title[at] ?? 0] ?? UNKNOWN
      if (piece === SILENT) continue
      if (piece === UNKNOWN || start > to) return false
      const end = endOfPiece(bytes, start, to)
      if (!pieces.isAt(piece - 1, bytes, start, end)) return false
      start = end + 1
    }
    return start === to + 1
  }

  function learn(title: Uint32Array, count: number, bytes: Uint8Array, from: number, to: number) {
    let loud = 0
    for (let at = 0; at < count; at++) if (!isSilent(title[at] ?? 0)) loud++
    if (countPieces(bytes, from, to) !== loud) return
    let start = from
    for (let at = 0; at < count; at++) {
      const form = title[at] ?? 0
      if (form >= known.length) known = grow(known, form)
      if (isSilent(form)) {
        known[form] = SILENT
        continue
      }
      const end = endOfPiece(bytes, start, to)
      if (known[form] === UNKNOWN) known[form] = pieces.numberOf(bytes, start, end) + 1
      start = end + 1
    }
  }

  return {
    get prefix() {
      return new TextDecoder().decode(prefix)
    },

    write(forms, count, bytes, { titleStart, titleEnd, pathStart: start, pathEnd: end }) {
      if (isUsual(bytes, start, end)) {
        const from = start + (prefix?.length ?? 0)
        const isSlug = isPlainSlug(
          bytes,
          { start: titleStart, end: titleEnd },
          { start: from, end },
        )
        if (isSlug) return rows.pushNumber(SLUG)
        if (isSpelled(forms, count, bytes, from, end)) return rows.pushNumber(SPELLED)
        learn(forms, count, bytes, from, end)
      }
      rows.pushNumber(PIECES + countPieces(bytes, start, end))
      for (let from = start; from <= end; ) {
        const to = endOfPiece(bytes, from, end)
        rows.pushNumber(pieces.numberOf(bytes, from, to))
        from = to + 1
      }
    },

    formPieces: () => known,
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
