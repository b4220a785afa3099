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
const MAX_PER_SECOND = 20_000
const SECONDS = 4
/** A failed step is tried once more, because other programs may disturb the measurement. */
const TRIES = 2
/** Processes that have just started are slow. */
const WARM_UP = { perSecond: 150, seconds: 8 }
/** Limit for the 99th percentile of stored pages. */
const BOUND_MS = 100

/**
 * The highest rate of requests at which none is shed, none fails and 99 of 100 stored pages arrive
 * in time. Each step is a third above the one before. The load process runs on this machine, here
 * as in the storm.
 *
 * @returns requests per second
 * @throws {Error} when even the first step fails
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
  for (let rate = FIRST_PER_SECOND; rate < MAX_PER_SECOND && failed < TRIES; ) {
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
