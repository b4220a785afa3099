import type { ByteList } from './byte-list.ts'
import type { Numbering } from './numbering.ts'
import { fitPlainSlug } from './plain-slug.ts'
import type { PackedTitle } from './title-pack.ts'

/** A path that is the plain slug of its title, and one that spells its words otherwise. */
export const SLUG = 0
export const SPELLED = 1
/** The same cut off, as the addresses of long titles are: a length follows, or a number of pieces. */
export const SLUG_START = 2
export const SPELLED_START = 3
/** Above this comes the number of pieces of any other path. */
export const PIECES = 3
/** A form that stands for nothing in paths: a dash. */
export const SILENT = -1
/** Whose piece is not known yet; others are the number of the piece, plus one. */
const UNKNOWN = 0

/**
 * Writes paths. Most of them spell their titles. Where the letters are others, the piece of each form
 * is learned where it is first seen. Such paths take a byte or two; any other is written piece by piece.
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

  /** Writes a path whose pieces are those of the title's first forms. @returns false when they are not */
  function spell(title: Uint32Array, count: number, bytes: Uint8Array, from: number, to: number) {
    let start = from
    let spelled = 0
    let isWhole = true
    for (let at = 0; at < count; at++) {
      const form = title[at] ?? 0
      if (form >= known.length) known = grow(known, form)
      if (known[form] === UNKNOWN && isSilent(form)) known[form] = SILENT
      if (known[form] === SILENT) continue
      isWhole = start <= to
      if (!isWhole) break
      const end = endOfPiece(bytes, start, to)
      if (known[form] === UNKNOWN) {
        // Only where each form has its piece is it clear which is whose.
        if (countPieces(bytes, start, to) !== countLoud(title, at, count)) return false
        known[form] = pieces.numberAt(bytes, start, to) + 1
      } else if (!pieces.isAt((known[form] ?? 0) - 1, bytes, start, end)) return false
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

    write(forms, count, bytes, { titleStart, titleEnd, pathStart: start, pathEnd: end }) {
      if (isUsual(bytes, start, end)) {
        const from = start + (prefix?.length ?? 0)
        const fit = fitPlainSlug(bytes, { start: titleStart, end: titleEnd }, { start: from, end })
        if (fit === 'whole') return rows.pushNumber(SLUG)
        if (fit === 'start') {
          rows.pushNumber(SLUG_START)
          return rows.pushNumber(end - from)
        }
        if (spell(forms, count, bytes, from, end)) return
      }
      rows.pushNumber(PIECES + countPieces(bytes, start, end))
      for (let from = start; from <= end; ) {
        rows.pushNumber(pieces.numberAt(bytes, from, end))
        from = pieces.end + 1
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
