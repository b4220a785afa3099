// A reader, in a process of its own.

import { setTimeout as sleep } from 'node:timers/promises'

export interface ReaderOrder {
  addresses: string[]
  /** How long it reads. */
  ms: number
}

/** Between two requests. */
const PAUSE_MS = 10
const ANSWER_MS = 20_000

process.once('message', async (order: ReaderOrder) => {
  process.send?.(await readPages(order))
  process.disconnect()
})

/** @returns milliseconds of each page */
async function readPages({ addresses, ms }: ReaderOrder): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + ms
  for (let at = 0; performance.now() < until; at = (at + 1) % addresses.length) {
    const begun = performance.now()
    const answer = await fetch(addresses[at] ?? '', { signal: AbortSignal.timeout(ANSWER_MS) })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${addresses[at]}: ${answer.status}`)
    times.push(performance.now() - begun)
    await sleep(PAUSE_MS)
  }
  return times
}
