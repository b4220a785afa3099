import type { AskedPart, FoundTitles, TitleQuery } from '../engine.ts'
import { compareIds, findId } from './article-ids.ts'
import { type Bitset, createBitset, hasBit, setBit } from './bitset.ts'
import { findRows } from './find-rows.ts'
import { withScratch } from './scratch.ts'
import { readTitle, type TitleSegment } from './title-segment.ts'

/** A segment, and the rows that no longer count: titles that were changed or withdrawn since. */
export interface Layer {
  readonly segment: TitleSegment
  hidden: Bitset | undefined
  /** How many titles count. */
  size: number
}

export const createLayer = (segment: TitleSegment): Layer => ({
  segment,
  hidden: undefined,
  size: segment.size,
})

/** Marks these titles as no longer counting in this layer; unknown ids are ignored. */
export function hideTitles(layer: Layer, ids: Iterable<string>): void {
  const { segment } = layer
  for (const id of ids) {
    const row = findId(segment.ids, segment.rowsById, id)
    if (row === -1) continue
    layer.hidden ??= createBitset(segment.size)
    if (hasBit(layer.hidden, row)) continue
    setBit(layer.hidden, row)
    layer.size -= 1
  }
}

/** A title in one of several layers. */
export interface LayerRow {
  segment: TitleSegment
  row: number
}

/** Searches layers as if they were one segment. */
export function searchLayers(
  layers: readonly Layer[],
  query: TitleQuery,
  { limit, offset }: AskedPart,
): Omit<FoundTitles, 'position'> {
  const needed = offset + limit
  return withScratch(() => {
    const found = layers.map(({ segment, hidden }) => ({
      segment,
      rows: findRows(segment, hidden, query, needed),
    }))
    const inOrder = (['starts', 'phrases', 'others'] as const).flatMap((place) =>
      newestOfAll(found.map(({ segment, rows }) => rows[place].map((row) => ({ segment, row })))),
    )
    return {
      total: found.reduce((sum, { rows }) => sum + rows.total, 0),
      titles: inOrder.slice(offset, needed).map(({ segment, row }) => readTitle(segment, row)),
    }
  })
}

/** Rows of several layers as one list: newest first, then by id. */
export function newestOfAll<T extends LayerRow>(lists: readonly T[][]): T[] {
  const filled = lists.filter((list) => list.length > 0)
  return filled.length > 1 ? filled.flat().sort(byAge) : filled.flat()
}

function byAge(one: LayerRow, other: LayerRow): number {
  const newer = publishedMs(other) - publishedMs(one)
  return newer || compareIds(one.segment.ids, one.row, other.segment.ids, other.row)
}

const publishedMs = ({ segment, row }: LayerRow) => segment.publishedMs[row] ?? 0
