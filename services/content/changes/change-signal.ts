import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { within } from '#shared/within.ts'
import { CHANGE_CHANNEL } from '../editing/commit-edit.ts'

/** Wakes whoever waits for a change. A hint only: whoever waits also looks by itself. */
export interface ChangeSignal {
  /** Resolves at the next commit, after `ms`, or when the signal aborts, whichever is first. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

const RECONNECT_MS = 1_000
const CLOSE_MS = 2_000

/** Listens to commits of every replica over one connection of its own. */
export function listenForChanges(databaseUrl: string): ChangeSignal {
  const closing = new AbortController()
  let waiting = new Set<() => void>()
  const wake = () => {
    const woken = waiting
    waiting = new Set()
    for (const resolve of woken) resolve()
  }

  const listening = keepListening(databaseUrl, wake, closing.signal)
  return {
    async wait(ms, signal) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.add(resolve)
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', () => resolve(), { once: true })
      if (signal.aborted || closing.signal.aborted) resolve()
      await promise
      clearTimeout(timer)
      waiting.delete(resolve)
    },
    async close() {
      closing.abort()
      wake()
      await within(CLOSE_MS, listening)
    },
  }
}

async function keepListening(databaseUrl: string, wake: () => void, closing: AbortSignal) {
  while (!closing.aborted) {
    await listenOnce(databaseUrl, wake, closing).catch(() => {})
    wake()
    if (!closing.aborted) await sleep(RECONNECT_MS, undefined, { signal: closing }).catch(() => {})
  }
}

/** Returns when the connection is lost or closed. */
async function listenOnce(databaseUrl: string, wake: () => void, closing: AbortSignal) {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'finlore-content-changes',
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
  })
  const ended = Promise.withResolvers<void>()
  client.on('error', () => ended.resolve())
  client.on('end', () => ended.resolve())
  client.on('notification', wake)
  closing.addEventListener('abort', () => ended.resolve(), { once: true })
  try {
    await client.connect()
    await client.query(`listen ${CHANGE_CHANNEL}`)
    wake()
    await ended.promise
  } finally {
    await client.end().catch(() => {})
  }
}
