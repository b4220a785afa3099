import { readId } from './article-ids.ts'
import { type Bitset, hasBit } from './bitset.ts'
import type { NewTitle, SegmentBuilder } from './build-segment.ts'
import { readTitle, type TitleSegment } from './title-segment.ts'

/** What a new segment is made of: titles of an older one, and what changed since. */
export interface SegmentSource {
  segment: TitleSegment
  hidden: Bitset | undefined
  /** In the order of their ids; none of them is in the segment but hidden. */
  added: readonly NewTitle[]
}

/** Adds all titles in the order of ids. */
export function addFrom({ segment, hidden, added }: SegmentSource, builder: SegmentBuilder): void {
  let next = 0
  for (const row of segment.rowsById) {
    if (hidden && hasBit(hidden, row)) continue
    const id = readId(segment.ids, row)
    for (let title = added[next]; title && title.id < id; title = added[++next]) builder.add(title)
    builder.add({ ...readTitle(segment, row), publishedMs: segment.publishedMs[row] ?? 0 })
  }
  for (const title of added.slice(next)) builder.add(title)
}
