import type { Locale } from '#shared/contracts/primitives.ts'
import { ID_BYTES } from './article-ids.ts'
import { createByteList } from './byte-list.ts'
import { indexWords } from './index-words.ts'
import { createNumbering, type Numbering } from './numbering.ts'
import { isPlainSlug } from './plain-slug.ts'
import { newestFirst } from './row-order.ts'
import { sharedBytes, sharedFloat64, sharedUint32 } from './shared-memory.ts'
import { forEachPacked, type NewTitle, type PackedTitle, packTitles } from './title-pack.ts'
import { PLAIN_SLUG, type TitleSegment } from './title-segment.ts'

export interface SegmentBuilder {
  /** Adds titles as packed by `packTitles`, in the order of ids. */
  add(pack: Uint8Array): void
  /** The segment of all added titles; nothing can be added afterwards. */
  finish(): TitleSegment
}

/** @param titles in the order of ids */
export function buildAtOnce(titles: readonly NewTitle[], locale: Locale): TitleSegment {
  const builder = createSegmentBuilder(locale)
  builder.add(packTitles(titles))
  return builder.finish()
}

export function createSegmentBuilder(locale: Locale): SegmentBuilder {
  const ids = createByteList()
  const publishedMs: number[] = []
  const rows = createByteList()
  const rowStarts: number[] = [0]
  const tokens = createNumbering(BLANK)
  const pieces = createNumbering(HYPHEN)
  /** The beginning of most paths, up to their last slash. */
  let prefix: Uint8Array | undefined

  /** Writes how many parts a text has between borders, and then the number of each. */
  function pushParts(
    parts: Numbering,
    border: number,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): void {
    let count = 1
    for (let at = start; at < end; at++) if (bytes[at] === border) count++
    rows.pushNumber(count)
    for (let from = start; from <= end; from = parts.end + 1) {
      rows.pushNumber(parts.numberAt(bytes, from, end))
    }
  }

  function pushPath(bytes: Uint8Array, { titleStart, titleEnd, pathStart, pathEnd }: PackedTitle) {
    prefix ??= bytes.slice(pathStart, bytes.subarray(0, pathEnd).lastIndexOf(SLASH) + 1)
    const title = { start: titleStart, end: titleEnd }
    const slug = { start: pathStart + prefix.length, end: pathEnd }
    if (beginsWith(bytes, pathStart, prefix) && isPlainSlug(bytes, title, slug)) {
      rows.pushNumber(PLAIN_SLUG)
    } else {
      pushParts(pieces, HYPHEN, bytes, pathStart, pathEnd)
    }
  }

  return {
    add(pack) {
      forEachPacked(pack, (packed) => {
        ids.pushBytes(pack, packed.idAt, packed.idAt + ID_BYTES)
        publishedMs.push(packed.publishedMs)
        pushParts(tokens, BLANK, pack, packed.titleStart, packed.titleEnd)
        pushPath(pack, packed)
        rowStarts.push(rows.length)
      })
    },

    finish() {
      const times = Float64Array.from(publishedMs)
      const order = newestFirst(times)
      const titles = {
        ...sortRows(rows.bytes, rowStarts, order),
        ...sortIds(ids.bytes, order),
        size: order.length,
        publishedMs: sortTimes(times, order),
        tokens: tokens.texts(),
        pieces: pieces.texts(),
        pathPrefix: new TextDecoder().decode(prefix),
      }
      return { ...titles, ...indexWords(titles, locale) }
    },
  }
}

const BLANK = ' '.charCodeAt(0)
const HYPHEN = '-'.charCodeAt(0)
const SLASH = '/'.charCodeAt(0)

function beginsWith(bytes: Uint8Array, start: number, beginning: Uint8Array): boolean {
  for (let at = 0; at < beginning.length; at++) {
    if (bytes[start + at] !== beginning[at]) return false
  }
  return true
}

/** @param order for each new row, its former index; so in the functions below */
function sortRows(bytes: Uint8Array, starts: readonly number[], order: Uint32Array) {
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
