import { percentile } from '../support/percentile.ts'
import type { BenchQuery, QueryKind } from './bench-queries.ts'

/** A search engine whose answers are timed. */
export interface Contender {
  name: string
  /** The first 20. */
  find(text: string): Promise<unknown>
  /** How often each query is asked in one turn: more often for fast engines. */
  timesPerTurn: number
}

export interface Figures {
  p50: number
  p99: number
}

export interface ContenderFigures {
  name: string
  kinds: Record<QueryKind, Figures>
  all: Figures
  /** Single queries, the slowest at the median first. */
  slowest: ({ text: string } & Figures)[]
}

const SLOWEST = 5

/** Measures all in turns, so that other load affects all alike. The first turn is a warm-up. */
export async function holdContest(
  contenders: readonly Contender[],
  queries: readonly BenchQuery[],
  { turns, signal }: { turns: number; signal: AbortSignal },
): Promise<ContenderFigures[]> {
  const results = contenders.map((contender) => ({
    contender,
    taken: new Map<string, number[]>(),
  }))
  for (let turn = 0; turn <= turns; turn++) {
    for (const { contender, taken } of results) {
      for (const { text } of queries) {
        signal.throwIfAborted()
        const took = await timeQuery(contender, text)
        if (turn > 0) taken.set(text, [...(taken.get(text) ?? []), ...took])
      }
    }
  }
  return results.map(({ contender: { name }, taken }) => {
    const timesOf = (those: readonly BenchQuery[]) =>
      those.flatMap(({ text }) => taken.get(text) ?? [])
    const figuresOf = (wanted: QueryKind) =>
      toFigures(timesOf(queries.filter(({ kind }) => kind === wanted)))
    return {
      name,
      kinds: {
        unselective: figuresOf('unselective'),
        medium: figuresOf('medium'),
        selective: figuresOf('selective'),
        'mid-word': figuresOf('mid-word'),
        'no hit': figuresOf('no hit'),
        '1-letter words': figuresOf('1-letter words'),
      },
      all: toFigures(timesOf(queries)),
      slowest: [...taken]
        .map(([text, times]) => ({ text, ...toFigures(times) }))
        .sort((one, other) => other.p50 - one.p50)
        .slice(0, SLOWEST),
    }
  })
}

async function timeQuery({ find, timesPerTurn }: Contender, text: string): Promise<number[]> {
  const took: number[] = []
  for (let time = 0; time < timesPerTurn; time++) {
    const startedAt = performance.now()
    await find(text)
    took.push(performance.now() - startedAt)
  }
  return took
}

export const toFigures = (values: readonly number[]): Figures => ({
  p50: percentile(values, 0.5),
  p99: percentile(values, 0.99),
})
