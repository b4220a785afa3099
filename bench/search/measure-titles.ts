import path from 'node:path'
import { createEmbeddedEngine } from '../../services/search/engines/embedded/embedded-engine.ts'
import type { MeiliAddress } from '../../services/search/engines/meili/connect.ts'
import { readTitleQuery } from '../../services/search/engines/title-query.ts'
import { runMeasured } from '../../tests/support/machine/processes.ts'
import { FEED } from '../../tests/support/site/search-titles.ts'
import type { Say } from '../support/bench-report.ts'
import { type BenchQuery, chooseQueries, QUERY_KINDS } from './bench-queries.ts'
import { compareAll } from './compare-finds.ts'
import { type Contender, type ContenderFigures, holdContest } from './contest.ts'
import { enterMeili } from './enter-meili.ts'
import { type BenchLocale, pagesOfTitles } from './generated-titles.ts'
import type { EngineMeasure } from './measure-engine.ts'
import { measureService } from './measure-service.ts'
import type { SearchMeasure } from './search-rows.ts'
import type { PostgresServer } from './trigram-peer.ts'
import { createWordCounter } from './word-ranks.ts'

export interface TitlesOptions {
  size: number
  locale: BenchLocale
  postgres: PostgresServer
  meili: MeiliAddress | undefined
  say: Say
  signal: AbortSignal
}

const FIRST = { limit: 20, offset: 0 }
const TURNS = 5
const PER_SECOND = 100
const SECONDS = 20
const ENGINE_ENTRY = path.resolve(import.meta.dirname, 'measure-engine.ts')
const ENGINE_MS = 10 * 60_000

/** Measures everything for one number of titles in one language. */
export async function measureTitles(
  options: TitlesOptions,
): Promise<{ measure: SearchMeasure; notes: string[] }> {
  const { size, locale, postgres, meili, signal } = options
  const say = (line: string) => options.say(`${size} ${locale}: ${line}`)
  await using cleanUp = new AsyncDisposableStack()

  say('building, editing and weighing the engine in a process of its own')
  const engineMeasure = await measureEngine(size, locale, signal)

  say('loading the titles into Postgres and an engine')
  const peer = await postgres.createPeer(locale)
  cleanUp.defer(peer.drop)
  const engine = createEmbeddedEngine(locale)
  const words = createWordCounter(size, locale)
  await engine.replaceAll(passingBy(), { feed: FEED, revision: 1 })
  say('making the indexes of Postgres')
  const peerBuildSeconds = await peer.index()
  signal.throwIfAborted()

  async function* passingBy() {
    for await (const page of pagesOfTitles(size, locale)) {
      signal.throwIfAborted()
      for (const title of page) words.add(title)
      await peer.add(page)
      yield page
    }
  }

  const find = async (text: string) => engine.search(readTitleQuery(text, locale), FIRST, signal)
  const queries = await chooseQueries({
    size,
    locale,
    ranks: words.rank(),
    count: async (text) => (await find(text)).total,
  })
  say('comparing all that each query finds')
  const totals = await compareAll(engine, peer, queries.exact, locale, signal)
  await peer.learn(queries.exact.map(({ text }) => text))
  const meiliPeers = await enterMeili(
    { meili, size, locale, queries: queries.exact, engine, say },
    cleanUp,
  )

  say('asking')
  const [ours, withTotal, ...others] = await holdContest(
    [
      { name: 'ours', find, timesPerTurn: 20 },
      { name: 'pg_trgm', find: peer.findPageAndTotal, timesPerTurn: 1 },
      { name: 'its page alone', find: peer.findPage, timesPerTurn: 1 },
      ...meiliPeers.contenders,
    ] satisfies Contender[],
    queries.exact,
    { turns: TURNS, signal },
  )
  if (!ours || !withTotal) throw new Error('Nobody took part')
  say('asking /api/search')
  const service = await measureService({
    size,
    locale,
    queries,
    signal,
    perSecond: PER_SECOND,
    seconds: SECONDS,
  })
  return {
    measure: {
      size,
      locale,
      ours,
      peer: withTotal,
      others,
      peerBuildSeconds,
      otherBuilds: meiliPeers.builds,
      engine: engineMeasure,
      service,
    },
    notes: [
      `${size} ${locale}: ${describe(queries.exact, totals)}. ${service.suggested} of ${queries.similar.length} mistyped queries get suggestions, such as ${queries.similar[0]}.`,
      `${size} ${locale}: the slowest of ours, p50 and p99 in ms: ${describeSlowest(ours)}.`,
      ...meiliPeers.notes,
    ],
  }
}

async function measureEngine(
  size: number,
  locale: BenchLocale,
  signal: AbortSignal,
): Promise<EngineMeasure> {
  const { output } = await runMeasured(
    process.execPath,
    ['--expose-gc', ENGINE_ENTRY, String(size), locale],
    { timeoutMs: ENGINE_MS, signal },
  )
  return JSON.parse(output.trim().split('\n').at(-1) ?? '')
}

const describeSlowest = ({ slowest }: ContenderFigures) =>
  slowest.map(({ text, p50, p99 }) => `${text} ${p50.toFixed(2)} ${p99.toFixed(2)}`).join('; ')

/** One query of each kind, and how many titles it finds. */
const describe = (queries: readonly BenchQuery[], totals: ReadonlyMap<string, number>) =>
  QUERY_KINDS.map((kind) => {
    const own = queries.filter((query) => query.kind === kind)
    const found = own.map(({ text }) => totals.get(text) ?? 0)
    return `${kind} (${own[0]?.text}) ${Math.min(...found)} to ${Math.max(...found)}`
  }).join('; ')
