import type { ByteList } from './byte-list.ts'
import type { Numbering } from './numbering.ts'

/** A path that spells the words of its title. */
export const SPELLED = 0
/** A form that stands for nothing in paths: a dash. */
export const SILENT = -1
/** Whose piece is not known yet; others are the number of the piece, plus one. */
const UNKNOWN = 0

/**
 * Writes paths. Most of them spell their titles, so the piece of each form is learned where it is first
 * seen, and a path that is made of these takes one byte. Any other is written piece by piece.
 */
export interface PathWriter {
  /** What most paths begin with, up to their last slash. */
  readonly prefix: string
  /** @param forms of the title */
  write(rows: ByteList, title: readonly number[], path: string): void
  /** By form: the number of its piece plus one, `SILENT`, or 0. */
  formPieces(): Int32Array
}

const HYPHEN = '-'

/** @param isSilent whether a form has neither letters nor digits */
export function createPathWriter(
  pieces: Numbering,
  isSilent: (form: number) => boolean,
): PathWriter {
  let prefix: string | undefined
  let known: Int32Array = new Int32Array(1 << 10)

  const pieceOf = (form: number) => known[form] ?? UNKNOWN

  function isSpelled(title: readonly number[], path: string, from: number): boolean {
    let start = from
    for (const form of title) {
      const piece = pieceOf(form)
      if (piece === SILENT) continue
      if (piece === UNKNOWN || start > path.length) return false
      const end = endOfPiece(path, start)
      if (!pieces.isAt(piece - 1, path, start, end)) return false
      start = end + 1
    }
    return start === path.length + 1
  }

  function learn(title: readonly number[], path: string, from: number): void {
    const loud = title.filter((form) => !isSilent(form))
    if (countPieces(path, from) !== loud.length) return
    let start = from
    for (const form of title) {
      if (form >= known.length) known = grow(known, form)
      if (isSilent(form)) {
        known[form] = SILENT
        continue
      }
      const end = endOfPiece(path, start)
      if (pieceOf(form) === UNKNOWN) known[form] = pieces.numberOf(path, start, end) + 1
      start = end + 1
    }
  }

  return {
    get prefix() {
      return prefix ?? ''
    },

    write(rows, title, path) {
      prefix ??= path.slice(0, path.lastIndexOf('/') + 1)
      const isUsual = path.startsWith(prefix) && path.indexOf('/', prefix.length) === -1
      if (isUsual && isSpelled(title, path, prefix.length)) return rows.pushNumber(SPELLED)
      if (isUsual) learn(title, path, prefix.length)
      rows.pushNumber(countPieces(path, 0))
      for (let start = 0; start <= path.length; ) {
        const end = endOfPiece(path, start)
        rows.pushNumber(pieces.numberOf(path, start, end))
        start = end + 1
      }
    },

    formPieces: () => known,
  }
}

function endOfPiece(path: string, start: number): number {
  const end = path.indexOf(HYPHEN, start)
  return end === -1 ? path.length : end
}

function countPieces(path: string, from: number): number {
  let count = 1
  for (let at = path.indexOf(HYPHEN, from); at !== -1; at = path.indexOf(HYPHEN, at + 1)) count++
  return count
}

function grow(numbers: Int32Array, least: number): Int32Array {
  const larger = new Int32Array(Math.max(numbers.length * 2, least + 1))
  larger.set(numbers)
  return larger
}
