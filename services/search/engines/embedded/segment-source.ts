import { readId } from './article-ids.ts'
import { type Bitset, hasBit } from './bitset.ts'
import type { SegmentBuilder } from './build-segment.ts'
import { type NewTitle, packTitles } from './title-pack.ts'
import { readTitle, type TitleSegment } from './title-segment.ts'

/** What a new segment is made of: titles of an older one, and what changed since. */
export interface SegmentSource {
  segment: TitleSegment
  hidden: Bitset | undefined
  /** In the order of their ids; none of them is in the segment but hidden. */
  added: readonly NewTitle[]
}

/** Packed at once: enough that it is worth it, and no more than fits the memory. */
const TITLES_PER_PACK = 1_000

/** Adds all titles in the order of ids. */
export function addFrom(source: SegmentSource, builder: SegmentBuilder): void {
  let titles: NewTitle[] = []
  for (const title of titlesOf(source)) {
    if (titles.push(title) < TITLES_PER_PACK) continue
    builder.add(packTitles(titles))
    titles = []
  }
  builder.add(packTitles(titles))
}

function* titlesOf({ segment, hidden, added }: SegmentSource): Generator<NewTitle> {
  let next = 0
  for (const row of segment.rowsById) {
    if (hidden && hasBit(hidden, row)) continue
    const id = readId(segment.ids, row)
    for (let title = added[next]; title && title.id < id; title = added[++next]) yield title
    yield { ...readTitle(segment, row), publishedMs: segment.publishedMs[row] ?? 0 }
  }
  yield* added.slice(next)
}
