import type { Locale } from '#shared/contracts/primitives.ts'
import type { TitleSink } from '../../titles/title-sink.ts'
import { type FeedPosition, requirePosition, type TitleEngine } from '../engine.ts'
import { addLayer } from './add-layer.ts'
import { buildFromPages, buildTitles, mergeBeside } from './build-beside.ts'
import { buildAtOnce } from './build-segment.ts'
import { createLayer, hideTitles, type Layer, searchLayers } from './layers.ts'
import { toNewTitle } from './title-pack.ts'

/** All published titles of a site, in memory. Each write becomes visible as a whole. */
export interface EmbeddedEngine extends TitleEngine, TitleSink {
  readonly size: number
  /** The searched layers: the first has nearly everything, later ones what changed since. */
  readonly layers: readonly Layer[]
  /** Waits until no merge is running. */
  settled(): Promise<void>
}

/** After this many changes, all layers are merged into one in a worker thread. */
const CHANGES_BESIDE = 500
/** After this many changes, further ones wait for the merge. */
const MAX_CHANGES = 4_000

/** @param onFailure called when a merge fails; later changes start it again */
export function createEmbeddedEngine(
  locale: Locale,
  onFailure: (error: unknown) => void = () => {},
): EmbeddedEngine {
  let position: FeedPosition | undefined
  let layers: readonly Layer[] = [createLayer(buildAtOnce([], locale))]
  /** Titles that changed since the first layer was begun. */
  let changes = 0
  /** During a merge: how many of the first layers it covers, and what changed meanwhile. */
  let merging: { count: number; since: Set<string>; done: Promise<void> } | undefined

  async function mergeAll(merged: readonly Layer[], since: ReadonlySet<string>): Promise<void> {
    const segment = await mergeBeside(merged, locale)
    // Everything was replaced meanwhile.
    if (layers[0] !== merged[0]) return
    const base = createLayer(segment)
    hideTitles(base, since)
    layers = [base, ...layers.slice(merged.length)]
  }

  function startMerging(): void {
    const since = new Set<string>()
    const done = mergeAll(layers, since)
      .catch(onFailure)
      .finally(() => {
        merging = undefined
      })
    changes = 0
    merging = { count: layers.length, since, done }
  }

  return {
    name: 'embedded',
    get position() {
      return position
    },
    get size() {
      return layers.reduce((sum, layer) => sum + layer.size, 0)
    },
    get layers() {
      return layers
    },

    async search(query, part) {
      return { ...searchLayers(layers, query, part), position: requirePosition(position) }
    },

    async replaceAll(pages, next) {
      const segment = await buildFromPages(pages, locale)
      changes = 0
      layers = [createLayer(segment)]
      position = next
    },

    async apply({ upserts, removals }, next) {
      if (changes >= MAX_CHANGES) await merging?.done
      const titles = new Map(upserts.map((entry) => [entry.id, toNewTitle(entry)]))
      // First the part that may fail.
      const inOrder = [...titles.values()].sort(byId)
      const built = buildTitles(inOrder, locale)
      // A small change is found at once, before anything else runs.
      const added = createLayer(built instanceof Promise ? await built : built)
      const ids = [...titles.keys(), ...removals]
      for (const layer of layers) hideTitles(layer, ids)
      for (const id of ids) merging?.since.add(id)
      if (added.size > 0) layers = addLayer(layers, added, Math.max(1, merging?.count ?? 0), locale)
      changes += ids.length
      position = next
      if (changes >= CHANGES_BESIDE && !merging) startMerging()
    },

    async settled() {
      await merging?.done
    },
  }
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
