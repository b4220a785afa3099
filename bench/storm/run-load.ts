import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnections } from './connections.ts'
import type { LoadOrder, LoadResult, Stream } from './load-order.ts'
import { createTally } from './tally.ts'

/** Between two looks at what is due. */
const TICK_MS = 2
/** For the last answers to come. */
const LAST_MS = 16_000
const LOOK_MS = 50

/**
 * Sends what it is told to, at the rates of the order however slow the answers are.
 *
 * @param over aborted when it is
 */
export async function runLoad(order: LoadOrder, over: AbortSignal): Promise<LoadResult> {
  const { streams, seconds = Number.POSITIVE_INFINITY } = order
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  const running = streams.map((stream, place) => openStream(order, stream, place))
  let before = startedAt
  while (before < startedAt + seconds * 1_000 && !over.aborted) {
    await sleep(TICK_MS)
    const now = performance.now()
    for (const { advance } of running) advance((now - before) / 1_000)
    before = now
  }
  const giveUpAt = performance.now() + LAST_MS
  while (running.some(({ waiting }) => waiting() > 0) && performance.now() < giveUpAt) {
    await sleep(LOOK_MS)
  }
  for (const { close } of running) close()
  delays.disable()
  const { user, system } = process.cpuUsage(cpuBefore)
  return {
    tallies: running.map(({ tally }) => tally.result()),
    lateness: delays.percentile(99) / 1e6,
    ofCore: (user + system) / 1_000 / (performance.now() - startedAt),
  }
}

function openStream({ url, network, sources }: LoadOrder, stream: Stream, place: number) {
  const { addresses, perSecond, burst = 1 } = stream
  const { hostname, port } = new URL(url)
  // Streams have readers of their own: one of a flood delays the flood only.
  let turn = 0
  const nextSource = () => {
    turn = (turn + 1) % sources
    const reader = 1 + place * sources + turn
    return `127.${network}.${reader >> 8}.${reader & 255}`
  }
  const connections = createConnections({ hostname, port: Number(port), nextSource })
  const tally = createTally(stream)
  let [due, waiting, word] = [0, 0, 0]

  function ask(): void {
    const address = addresses[Math.floor(Math.random() * addresses.length)] ?? '/'
    word += 1
    const path = address.replaceAll('*', `${place}x${word}x${process.pid}`)
    const askedAt = performance.now()
    tally.ask()
    waiting += 1
    const request = `GET ${path} HTTP/1.1\r\nHost: finlore.example\r\nAccept-Encoding: gzip, br\r\n\r\n`
    connections.ask(request, {
      onAnswer(answer) {
        waiting -= 1
        tally.answer(answer, performance.now() - askedAt)
      },
      onRepeat: tally.repeat,
      onFailure(reason) {
        waiting -= 1
        tally.fail(reason)
      },
    })
  }

  return {
    tally,
    waiting: () => waiting,
    close: connections.close,
    /** @param seconds since it was last called */
    advance(seconds: number): void {
      due += seconds * perSecond
      for (; due >= burst; due -= burst) {
        for (let asked = 0; asked < burst; asked += 1) ask()
      }
    },
  }
}
