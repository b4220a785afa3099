import type { Locale } from '#shared/contracts/primitives.ts'
import type { TitleSink } from '../../titles/title-sink.ts'
import type { Position, TitleEngine } from '../engine.ts'
import { findId } from './article-ids.ts'
import { type Bitset, countBits, createBitset, setBit } from './bitset.ts'
import { buildAtOnce, buildFromPages, buildFromSegment } from './build-beside.ts'
import { type Layer, searchLayers } from './layers.ts'
import { type NewTitle, toNewTitle } from './title-pack.ts'
import type { TitleSegment } from './title-segment.ts'

/** All published titles of one site, in the memory of this process. What is written is seen whole or not at all. */
export interface EmbeddedEngine extends TitleEngine, TitleSink {
  readonly size: number
  /** What is searched now. */
  readonly layers: readonly Layer[]
  /** Waits until nothing is rebuilt any more. */
  settled(): Promise<void>
}

/** From so many changed titles on they are built into one segment with the others. */
const CHANGES_BESIDE_SEGMENT = 500
/** Changes wait for that from so many on: each of them builds all changes anew. */
const MOST_CHANGES = 2_000

/** @param onFailure hears of what the next change tries again */
export function createEmbeddedEngine(
  locale: Locale,
  onFailure: (error: unknown) => void = () => {},
): EmbeddedEngine {
  let position: Position | undefined
  let layers: readonly Layer[] = []
  let base = buildAtOnce([], locale)
  /** By id, what changed since the base was begun: undefined for what was withdrawn. */
  let changes = new Map<string, NewTitle | undefined>()
  let rebuilding: Promise<void> | undefined
  /** Counts what the base was replaced by, so that a rebuild knows when it comes too late. */
  let generation = 0

  function renewLayers(): void {
    const hidden = changes.size > 0 ? hideRows(base, changes.keys()) : undefined
    const added = [...changes.values()].filter((title) => title !== undefined).sort(byId)
    layers = [
      { segment: base, hidden },
      ...(added.length > 0 ? [{ segment: buildAtOnce(added, locale), hidden: undefined }] : []),
    ]
  }

  /** Makes one segment of all layers, beside the answers. Changes that come meanwhile stay beside it. */
  async function rebuild(): Promise<void> {
    const own = ++generation
    const taken = new Map(changes)
    const hidden = hideRows(base, taken.keys())
    const added = [...taken.values()].filter((title) => title !== undefined).sort(byId)
    const built = await buildFromSegment({ segment: base, hidden, added }, locale)
    if (own !== generation) return
    base = built
    changes = new Map(
      [...changes].filter(([id, title]) => !taken.has(id) || taken.get(id) !== title),
    )
    renewLayers()
  }

  return {
    name: 'embedded',
    get position() {
      return position
    },
    get size() {
      return layers.reduce(
        (sum, { segment, hidden }) => sum + segment.size - (hidden ? countBits(hidden) : 0),
        0,
      )
    },
    get layers() {
      return layers
    },

    async search(query, part) {
      return searchLayers(layers, query, part)
    },

    async replaceAll(pages, next) {
      const built = await buildFromPages(pages, locale)
      generation += 1
      base = built
      changes = new Map()
      position = next
      renewLayers()
    },

    async apply({ upserts, removals }, next) {
      if (changes.size >= MOST_CHANGES) await rebuilding
      for (const entry of upserts) changes.set(entry.id, toNewTitle(entry))
      for (const id of removals) changes.set(id, undefined)
      position = next
      if (upserts.length + removals.length > 0) renewLayers()
      if (changes.size < CHANGES_BESIDE_SEGMENT || rebuilding) return
      rebuilding = rebuild()
        .catch(onFailure)
        .finally(() => {
          rebuilding = undefined
        })
    },

    async settled() {
      await rebuilding
    },
  }
}

function hideRows(segment: TitleSegment, ids: Iterable<string>): Bitset {
  const hidden = createBitset(segment.size)
  for (const id of ids) {
    const row = findId(segment.ids, segment.rowsById, id)
    if (row >= 0) setBit(hidden, row)
  }
  return hidden
}

const byId = (one: NewTitle, other: NewTitle) => (one.id < other.id ? -1 : 1)
