import { Agent } from 'node:http'
import path from 'node:path'
import { PROCESSES } from '../../deploy/processes.ts'
import { createDice } from '../../tests/support/content/dice.ts'
import { SERVER_CORE } from '../serve/contenders.ts'
import { startPinned } from '../serve/pinned-process.ts'
import type { BenchQueries } from './bench-queries.ts'
import { type Figures, toFigures } from './contest.ts'
import type { BenchLocale } from './generated-titles.ts'
import { ask, runOpenLoop } from './open-loop.ts'

/** Times of `/api/search` as readers see them. */
export interface ServiceMeasure {
  all: Figures
  /** Only those for which something similar has to be found. */
  similar: Figures
  /** Of the mistyped queries, those for which something was suggested. */
  suggested: number
  memoryMegabytes: number
}

export interface ServiceLoad {
  size: number
  locale: BenchLocale
  queries: BenchQueries
  perSecond: number
  seconds: number
  signal: AbortSignal
}

const ENTRY = path.resolve(import.meta.dirname, 'search-process.ts')
/** A process that has just started still has to compile most of its code. */
const WARM_UP_SECONDS = 5

/** The search service in a process and on a core of its own, under load that does not wait for it. */
export async function measureService(load: ServiceLoad): Promise<ServiceMeasure> {
  const { size, locale, queries, perSecond, seconds, signal } = load
  const { flags, env } = PROCESSES.search
  const command = [process.execPath, ...flags, ENTRY, String(size), locale]
  const server = await startPinned(SERVER_CORE, command, { ...process.env, ...env })
  const agent = new Agent({ keepAlive: true })
  try {
    const url = `http://127.0.0.1:${portOf(server.said)}`
    const texts = shuffled([...queries.exact.map(({ text }) => text), ...queries.similar])
    // One at a time: the service would refuse some of many at once.
    const answers: string[] = []
    for (const text of queries.similar) answers.push(await ask(agent, url + addressOf(text)))
    const isSuggestion = (body: string) => JSON.parse(body).suggestions.length > 0

    const requests = { url, addresses: texts.map(addressOf), perSecond, signal }
    await runOpenLoop({ ...requests, seconds: WARM_UP_SECONDS })
    const latencies = await runOpenLoop({ ...requests, seconds })
    const isSimilar = new Set(queries.similar)
    return {
      all: toFigures(latencies),
      similar: toFigures(
        latencies.filter((_, number) => isSimilar.has(texts[number % texts.length] ?? '')),
      ),
      suggested: answers.filter(isSuggestion).length,
      memoryMegabytes: (await server.memory()).now,
    }
  } finally {
    agent.destroy()
    await server.stop()
  }
}

const addressOf = (text: string) => `/api/search?q=${encodeURIComponent(text)}`

/** Shuffles the queries, so that similar ones do not follow each other. */
const shuffled = (texts: readonly string[]) => createDice(texts.length).sample(texts, texts.length)

function portOf(said: unknown): number {
  if (typeof said !== 'object' || said === null || !('port' in said)) {
    throw new Error('The search service did not say where it listens')
  }
  return Number(said.port)
}
