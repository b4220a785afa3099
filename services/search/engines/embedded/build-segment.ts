import { ID_BYTES } from './article-ids.ts'
import { createByteList } from './byte-list.ts'
import { createNumbering, type Numbering } from './numbering.ts'
import { createPathWriter } from './path-writer.ts'
import { newestFirst } from './row-order.ts'
import { sharedBytes, sharedFloat64, sharedInt32, sharedUint32 } from './shared-memory.ts'
import type { TextList } from './text-list.ts'
import { forEachPacked } from './title-pack.ts'
import type { TitleRows } from './title-segment.ts'
import type { SegmentRows } from './word-rows.ts'

export interface SegmentBuilder {
  /** Adds titles as packed by `packTitles`, in the order of ids. */
  add(pack: Uint8Array): void
  /** The tokens of all added titles; nothing can be added afterwards. */
  finishTokens(): TextList
  /** The part of the segment that does not depend on how its tokens are folded. */
  finishRows(tokens: TextList): SegmentRows
}

export function createSegmentBuilder(): SegmentBuilder {
  const ids = createByteList()
  const publishedMs: number[] = []
  const rows = createByteList()
  const rowStarts: number[] = [0]
  const tokens = createNumbering(BLANK)
  const silence = createSilence()
  const pieces = createNumbering(HYPHEN)
  const paths = createPathWriter(rows, pieces, silence.isSilent)
  let title = new Uint32Array(64)

  /** @returns the number of its tokens, which are then in `title` */
  function readTokens(bytes: Uint8Array, from: number, to: number): number {
    let count = 0
    for (let start = from; start <= to; count++) {
      const token = tokens.numberAt(bytes, start, to)
      silence.see(token, bytes, start, tokens.end)
      if (count === title.length) title = grow(title)
      title[count] = token
      start = tokens.end + 1
    }
    return count
  }

  return {
    add(pack) {
      forEachPacked(pack, (packed) => {
        ids.pushBytes(pack, packed.idAt, packed.idAt + ID_BYTES)
        publishedMs.push(packed.publishedMs)
        const count = readTokens(pack, packed.titleStart, packed.titleEnd)
        rows.pushNumber(count)
        for (let at = 0; at < count; at++) rows.pushNumber(title[at] ?? 0)
        paths.write(title, count, pack, packed)
        rowStarts.push(rows.length)
      })
    },

    finishTokens: tokens.texts,

    finishRows(written) {
      const times = Float64Array.from(publishedMs)
      const order = newestFirst(times)
      return {
        ...sortRows(rows.bytes, rowStarts, order),
        ...sortIds(ids.bytes, order),
        size: order.length,
        publishedMs: sortTimes(times, order),
        tokens: written,
        pieces: pieces.texts(),
        pathPrefix: paths.prefix,
        tokenPieces: share(paths.tokenPieces(), tokens),
      }
    },
  }
}

const BLANK = ' '.charCodeAt(0)
const HYPHEN = '-'.charCodeAt(0)

function grow(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2)
  larger.set(numbers)
  return larger
}

/** Remembers which tokens have neither letters nor digits. */
function createSilence() {
  const silent: boolean[] = []
  const decoder = new TextDecoder()
  return {
    see(token: number, bytes: Uint8Array, start: number, end: number): void {
      if (token < silent.length) return
      silent.push(!/[\p{L}\p{N}]/u.test(decoder.decode(bytes.subarray(start, end))))
    },
    isSilent: (token: number) => silent[token] === true,
  }
}

/** @param order for each new row, its former index; so in the functions below */
function sortRows(bytes: Uint8Array, starts: readonly number[], order: Uint32Array): TitleRows {
  const rows = sharedBytes(bytes.length)
  const rowStarts = sharedUint32(order.length + 1)
  let end = 0
  for (let row = 0; row < order.length; row++) {
    const at = order[row] ?? 0
    const last = starts[at + 1] ?? 0
    for (let byte = starts[at] ?? 0; byte < last; byte++) rows[end++] = bytes[byte] ?? 0
    rowStarts[row + 1] = end
  }
  return { rows, rowStarts }
}

function sortIds(added: Uint8Array, order: Uint32Array) {
  const ids = sharedBytes(added.length)
  const rowsById = sharedUint32(order.length)
  for (let row = 0; row < order.length; row++) {
    const at = order[row] ?? 0
    rowsById[at] = row
    for (let byte = 0; byte < ID_BYTES; byte++) {
      ids[row * ID_BYTES + byte] = added[at * ID_BYTES + byte] ?? 0
    }
  }
  return { ids, rowsById }
}

function sortTimes(times: Float64Array, order: Uint32Array): Float64Array {
  const sorted = sharedFloat64(order.length)
  for (let row = 0; row < order.length; row++) sorted[row] = times[order[row] ?? 0] ?? 0
  return sorted
}

function share(tokenPieces: Int32Array, tokens: Numbering): Int32Array {
  const shared = sharedInt32(tokens.size)
  shared.set(tokenPieces.subarray(0, tokens.size))
  return shared
}
