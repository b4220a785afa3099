import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createEmbeddedEngine,
  type EmbeddedEngine,
} from '../../services/search/engines/embedded/embedded-engine.ts'
import { readTitleQuery } from '../../services/search/engines/title-query.ts'
import type { TitleEntry } from '../../services/shared/contracts/change.ts'
import { FEED, inPages } from '../../tests/support/site/search-titles.ts'
import { percentile } from '../support/percentile.ts'
import {
  type BenchLocale,
  generateTitles,
  pagesOfTitles,
  TITLES_PER_PAGE,
} from './generated-titles.ts'

/**
 * Builds and changes the embedded engine in a process of its own, where nothing else takes memory.
 * Needs `--expose-gc`. Arguments: titles, locale. Ends with a line of JSON.
 */

/** What this process says. */
export interface EngineMeasure {
  titlesPerSecond: number
  /** The longest pause of the event loop, in milliseconds. */
  buildPauseMs: number
  rebuildPauseMs: number
  rebuildSeconds: number
  /** What the system counts. */
  residentBytes: number
  /** Of that, what is in the heap, and what the index itself says it has in buffers. */
  heapBytes: number
  bufferBytes: number
  editP50Ms: number
  editP99Ms: number
}

const [, , countText = '', localeText = ''] = process.argv
const count = Number(countText)
const locale: BenchLocale = localeText === 'ru_RU' ? 'ru_RU' : 'en_US'
const AT = { feed: FEED, revision: 1 }
const BUILDS = 3
const FIRST_EDITS = 200
/** Enough that all titles are sorted again. */
const MANY_EDITS = 1_200
const EDITS_AT_ONCE = 50
/**
 * So many titles are built in a thread already: what that takes by itself is no memory of titles.
 */
const FEW_TITLES = 3_000
/** V8 keeps pages of heaps that have ended, and gives them back some eight seconds later. */
const SETTLE_MS = 4_000
const SETTLE_ROUNDS = 3

/** Titles are generated and dropped once indexed, so the memory that remains is the engine's. */
async function measureMemory() {
  await streamInto(createEmbeddedEngine(locale), FEW_TITLES)
  const before = await settledMemory()
  const engine = createEmbeddedEngine(locale)
  const pauses = [await longestPause(() => streamInto(engine, count))]
  const after = await settledMemory()
  // Those that a service makes when it starts, and those that it makes with readers.
  for (let build = 1; build < BUILDS; build++) {
    pauses.push(await longestPause(() => streamInto(engine, count)))
  }
  return {
    engine,
    buildPauseMs: percentile(pauses, 0.5),
    residentBytes: after.rss - before.rss,
    heapBytes: after.heapUsed - before.heapUsed,
    bufferBytes: sumBuffers(engine.layers),
  }
}

const streamInto = (engine: EmbeddedEngine, titles: number) =>
  engine.replaceAll(pagesOfTitles(titles, locale), AT)

async function settledMemory() {
  for (let round = 0; round < SETTLE_ROUNDS; round++) {
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    await sleep(SETTLE_MS)
  }
  return process.memoryUsage()
}

/** Node does not count memory that threads share. */
function sumBuffers(value: unknown, seen = new Set<unknown>()): number {
  if (typeof value !== 'object' || value === null || seen.has(value)) return 0
  seen.add(value)
  if (ArrayBuffer.isView(value)) return sumBuffers(value.buffer, seen)
  if (value instanceof SharedArrayBuffer || value instanceof ArrayBuffer) return value.byteLength
  const parts = value instanceof Map ? [...value.values()] : Object.values(value)
  return parts.reduce<number>((sum, part) => sum + sumBuffers(part, seen), 0)
}

/** Times building the index, from titles in memory until they are found. */
async function measureBuilds(): Promise<number> {
  const titles = [...generateTitles(count, locale)]
  const rates: number[] = []
  for (let build = 0; build < BUILDS; build++) {
    const engine = createEmbeddedEngine(locale)
    globalThis.gc?.()
    const startedAt = performance.now()
    await engine.replaceAll(inPages(titles, TITLES_PER_PAGE), AT)
    rates.push(count / ((performance.now() - startedAt) / 1_000))
  }
  return percentile(rates, 0.5)
}

async function measureEdits(engine: EmbeddedEngine) {
  const edit = createEditor(engine)
  const took: number[] = []
  for (let number = 0; number < FIRST_EDITS; number++) {
    const startedAt = performance.now()
    await edit(1)
    took.push(performance.now() - startedAt)
  }
  const startedAt = performance.now()
  const rebuildPauseMs = await longestPause(async () => {
    for (let made = FIRST_EDITS; made < MANY_EDITS; made += EDITS_AT_ONCE) {
      await edit(EDITS_AT_ONCE)
      await sleep(1)
    }
    await engine.settled()
  })
  const rebuildSeconds = (performance.now() - startedAt) / 1_000
  return {
    rebuildPauseMs,
    rebuildSeconds,
    editP50Ms: percentile(took, 0.5),
    editP99Ms: percentile(took, 0.99),
  }
}

/** @returns what renames titles and looks for the last of them, which must be found */
function createEditor(engine: EmbeddedEngine) {
  const titles = generateTitles(count, locale)
  let edits = 0
  return async (titlesAtOnce: number) => {
    const name = `edited${++edits}x`
    const upserts: TitleEntry[] = []
    while (upserts.length < titlesAtOnce) {
      const { value } = titles.next()
      if (!value) throw new Error('There are too few titles to edit')
      upserts.push({ ...value, title: `${value.title} ${name}` })
    }
    await engine.apply({ upserts, removals: [] }, { feed: FEED, revision: 1 + edits })
    const { total } = await engine.search(
      readTitleQuery(name, locale),
      { limit: 20, offset: 0 },
      new AbortController().signal,
    )
    if (total !== upserts.length) throw new Error(`${total} of ${upserts.length} edits are found`)
  }
}

async function longestPause(work: () => Promise<unknown>): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  await work()
  // The last pause is only known after it has ended.
  await sleep(10)
  delays.disable()
  return delays.max / 1e6
}

const { engine, ...memory } = await measureMemory()
const edits = await measureEdits(engine)
const measure: EngineMeasure = {
  ...memory,
  ...edits,
  titlesPerSecond: await measureBuilds(),
}
process.stdout.write(`${JSON.stringify(measure)}\n`)
