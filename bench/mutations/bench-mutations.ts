import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { MUTATIONS } from '../../tests/mutations/all.ts'
import type { Change, GuardedPlaces } from '../../tests/mutations/guarded-places.ts'
import { describeChange, reasonsAgainst } from '../../tests/mutations/places.ts'
import {
  type BenchOptions,
  type BenchReport,
  benchRow,
  machineFacts,
} from '../support/bench-report.ts'
import { copyCode } from './copy-code.ts'
import { type Outcome, runTest } from './run-test.ts'

interface MutationOptions extends BenchOptions {
  /** Only rows with these words: all unless given. */
  only?: string | undefined
}

/** Copies of the code that are changed at the same time. */
const COPIES = 2

interface Tried {
  name: string
  outcome: Outcome
  seconds: number
}

/** Changes one guarded place at a time, and demands that the test named for it turns red. */
export async function benchMutations(options: MutationOptions): Promise<BenchReport> {
  const { only = '', say, signal } = options
  const machine = machineFacts()
  const date = new Date().toISOString()
  const chosen = MUTATIONS.filter(({ holds, test }) => `${holds} ${test[0]}`.includes(only))
  if (chosen.length === 0) throw new Error(`No row of tests/mutations has “${only}”`)

  const copies = await Promise.all(Array.from({ length: COPIES }, copyCode))
  try {
    const reasons = await reasonsAgainst(copies[0]?.root ?? '', chosen)
    if (reasons.length > 0) {
      throw new Error(`tests/mutations does not fit the code:\n${reasons.join('\n')}`)
    }
    const left = [...chosen]
    const tried: Tried[] = []
    const workThrough = async (root: string) => {
      for (let places = left.shift(); places; places = left.shift()) {
        tried.push(...(await tryPlaces(root, places, { say, signal })))
      }
    }
    // All of them have ended before the copies go.
    const ends = await Promise.allSettled(copies.map(({ root }) => workThrough(root)))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    return report(tried, { machine, date })
  } finally {
    for (const { remove } of copies) await remove()
  }
}

async function tryPlaces(
  root: string,
  { holds, test, changes }: GuardedPlaces,
  { say, signal }: BenchOptions,
): Promise<Tried[]> {
  const before = await runTest(root, test, signal)
  if (before.outcome !== 'green') {
    throw new Error(`${test.join(': ')} is ${before.outcome} without a change:\n${before.said}`)
  }
  const tried: Tried[] = []
  for (const change of changes) {
    const begun = performance.now()
    const outcome = await withChange(root, change, () => runTest(root, test, signal))
    const seconds = (performance.now() - begun) / 1_000
    const name = `${holds}: ${describeChange(change)}`
    say(`${outcome.outcome.padEnd(6)} ${name} (${seconds.toFixed(1)} s)`)
    if (outcome.outcome === 'broken') say(outcome.said)
    tried.push({ name, outcome: outcome.outcome, seconds })
  }
  return tried
}

async function withChange<T>(
  root: string,
  [file, from, to]: Change,
  work: () => Promise<T>,
): Promise<T> {
  const place = path.join(root, file)
  const source = await readFile(place, 'utf8')
  // By a function: `$` means something in a replacement.
  await writeFile(
    place,
    source.replace(from, () => to),
  )
  try {
    return await work()
  } finally {
    await writeFile(place, source)
  }
}

function report(
  tried: readonly Tried[],
  facts: Pick<BenchReport, 'machine' | 'date'>,
): BenchReport {
  const survived = tried.filter(({ outcome }) => outcome !== 'red')
  return {
    bench: 'mutations',
    ...facts,
    peer: null,
    rows: tried
      .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
      .map(({ name, outcome, seconds }) => benchRow(`${outcome.padEnd(6)} ${name}`, 's', seconds)),
    limits: [
      {
        name: 'changes that no test noticed',
        unit: `of ${tried.length}`,
        value: survived.length,
        kind: 'at most',
        bound: 0,
      },
    ],
    notes: survived.map(({ name, outcome }) => `The test stayed ${outcome}. ${name}`),
  }
}
