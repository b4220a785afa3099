import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureWebBuild } from '../../deploy/local/ensure-web-build.ts'
import { loadWebBundle } from '../../services/render/documents/bundle/web-bundle.ts'
import { openStore } from '../../services/render/store/open-store.ts'
import {
  type BenchLimit,
  type BenchOptions,
  type BenchReport,
  type BenchRow,
  benchRow,
  machineFacts,
} from '../support/bench-report.ts'
import { storeArticlePages } from './article-pages.ts'
import { SERVER_CORE, startContenders } from './contenders.ts'
import { createLoadClient } from './load-client.ts'
import { enter, expectSameBytes } from './participant.ts'
import { casesOf } from './serve-cases.ts'
import { limitsOfStart, rowsOfTurns, takeTurns } from './turns.ts'

export interface BenchServeOptions extends BenchOptions {
  /** Different pages. */
  pages?: number
  /** Seconds of each interval of load. */
  seconds?: number
  /** Intervals for each server in each case. */
  rounds?: number
  /** Seconds of load for each server before each case that do not count. */
  warmUpSeconds?: number
  connections?: readonly number[]
  /** Bytes of pages that our server keeps in memory. */
  memoryBytes?: number
}

const CLIENT_CORE = 1

/**
 * Our server, the barest Node server that sends the same bytes, and nginx with the same files, one
 * after the other in short turns, so that whatever else the machine does hits all alike.
 */
export async function benchServe({
  say,
  signal,
  pages = 1_000,
  seconds = 1,
  rounds = 9,
  warmUpSeconds = 4,
  connections = [1, 32, 256],
  memoryBytes = 64 * 1024 * 1024,
}: BenchServeOptions): Promise<BenchReport> {
  const date = new Date().toISOString()
  const machine = machineFacts()
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-serve-'))
  await using cleanUp = new AsyncDisposableStack()
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }))

  await ensureWebBuild(say)
  const bundle = await loadWebBundle()
  const storeFolder = path.join(folder, 'pages')
  const stored = openStore(`file:${storeFolder}`).pages(bundle.build)
  say(`making ${pages} pages`)
  const paths = await storeArticlePages(stored, bundle, pages)

  const { build } = bundle
  const { ours, npmStart, bare, nginx, ingress } = await startContenders(
    { pages: stored, storeFolder, build, folder, memoryBytes, say },
    cleanUp,
  )
  const client = createLoadClient(CLIENT_CORE, folder)
  const rows: BenchRow[] = []
  const limits: BenchLimit[] = []
  const notes = [
    `Servers on core ${SERVER_CORE}, client (${client.name}) on core ${CLIENT_CORE}. ${rounds} turns of ${seconds} s each, after ${warmUpSeconds} s that do not count. Medians; ratios are medians of those of each turn.`,
    'The bare server sends finished headers and bytes from a map and looks at nothing but the address.',
    'The ingress is that of compose and the chart, on the same core as the server that it asks; its log goes to a file.',
    'Ours runs without Postgres, Redis, content and search, and looks for edits in the store by itself.',
  ]
  for (const asked of casesOf(paths)) {
    const participants = [await enter('ours', ours, asked), await enter('bare', bare, asked)]
    participants.push(await enter('npm start', npmStart, asked))
    if (nginx) participants.push(await enter('nginx', nginx, asked))
    // It answers pages by itself that were asked for within the last second.
    if (ingress && asked.addresses.length === 1) {
      participants.push(await enter('ingress', ingress, asked))
    }
    await expectSameBytes(participants)
    if (asked.unchanged) {
      participants.unshift(await enter('our 200', ours, { ...asked, unchanged: false }))
    }
    // A server that has just started is slower, and ours has more code to warm up than the bare one.
    const warmUp = { connections: Math.max(...connections), seconds: warmUpSeconds, rounds: 1 }
    await takeTurns(participants, { client, signal, ...warmUp })
    for (const count of connections) {
      const name = `${asked.name}, ${count} connections`
      say(name)
      const options = { client, signal, connections: count, seconds, rounds }
      const turns = await takeTurns(participants, options)
      rows.push(...rowsOfTurns(name, turns))
      if (asked.unchanged) continue
      limits.push(...limitsOfStart(name, turns))
    }
  }
  const { now, most } = await ours.process.memory()
  const peer = await bare.process.memory()
  rows.push(benchRow('memory at the end', 'MB', now, peer.now))
  rows.push(benchRow('memory at most', 'MB', most, peer.most))
  return { bench: 'serve', date, machine, peer: 'bare node:http', rows, limits, notes }
}
