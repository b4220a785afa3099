import type { BenchOptions } from '../support/bench-report.ts'
import type { LoadOrder } from './load-order.ts'
import type { Loader } from './loader.ts'
import { type Addresses, isStored, readerStreams } from './storm-streams.ts'

export interface Target extends Omit<LoadOrder, 'seconds' | 'streams'> {
  loader: Loader
  addresses: Addresses
}

const FIRST_PER_SECOND = 100
const STEP = 1.3
const MOST_PER_SECOND = 20_000
const SECONDS = 4
/** Something else may be at work on this machine: a step that is not borne is tried once more. */
const TRIES = 2
/** What has just begun is slow. */
const WARM_UP = { perSecond: 150, seconds: 8 }
/** What is still called fast. */
const BOUND_MS = 100

/**
 * The highest rate of readers at which nobody is shed, nothing fails and 99 of 100 stored pages come
 * in time: each step is a third above the one before. Whoever makes the load takes its share of this
 * machine here as in the storm.
 *
 * @returns requests a second
 * @throws {Error} when not even the first step is borne
 */
export async function findBearableRate(
  { loader, addresses, ...from }: Target,
  { say, signal }: BenchOptions,
): Promise<number> {
  const ask = (perSecond: number, seconds: number) =>
    loader.run({ ...from, seconds, streams: readerStreams(addresses, perSecond) }, signal)

  async function bears(rate: number): Promise<boolean> {
    const { tallies } = await ask(rate, SECONDS)
    const lost = tallies.reduce((sum, { shed, failed }) => sum + shed + failed, 0)
    const slowest = Math.max(...tallies.filter(isStored).map(({ servedTimes }) => servedTimes.p99))
    say(`${Math.round(rate)} requests/s: ${lost} shed or failed, p99 ${slowest.toFixed(1)} ms`)
    return lost === 0 && slowest <= BOUND_MS
  }

  await ask(WARM_UP.perSecond, WARM_UP.seconds)
  let [borne, failed] = [0, 0]
  for (let rate = FIRST_PER_SECOND; rate < MOST_PER_SECOND && failed < TRIES; ) {
    if (await bears(rate)) {
      ;[borne, failed] = [rate, 0]
      rate *= STEP
    } else {
      failed += 1
    }
  }
  if (borne === 0) throw new Error(`The site does not bear ${FIRST_PER_SECOND} requests/s`)
  return borne
}
