import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { settlesWithin } from '../settles-within.ts'
import { untilStopped } from '../until-stopped.ts'

export interface ListenOptions {
  channel: string
  /** Name of the connection in Postgres's list of activity. */
  name: string
  onMessage(payload: string): void
  /** Messages may have been missed: the connection was lost or has just been made. */
  onGap(): void
}

export interface Listener {
  close(): Promise<void>
}

const RECONNECT_MS = 1_000
const CLOSE_MS = 2_000

/**
 * Receives the notifications of a channel over a connection of its own, which is made again
 * whenever it is lost. Notifications are only hints: those sent in between are lost.
 */
export function listen(databaseUrl: string, options: ListenOptions): Listener {
  const listening = untilStopped((closing) => keepListening(databaseUrl, options, closing))
  return {
    async close() {
      await settlesWithin(CLOSE_MS, listening.stop())
    },
  }
}

async function keepListening(databaseUrl: string, options: ListenOptions, closing: AbortSignal) {
  while (!closing.aborted) {
    await listenOnce(databaseUrl, options, closing).catch(() => {})
    options.onGap()
    if (!closing.aborted) await sleep(RECONNECT_MS, undefined, { signal: closing }).catch(() => {})
  }
}

/** Returns when the connection is lost or closed. */
async function listenOnce(databaseUrl: string, options: ListenOptions, closing: AbortSignal) {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: options.name,
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
  })
  const ended = Promise.withResolvers<void>()
  client.on('error', () => ended.resolve())
  client.on('end', () => ended.resolve())
  client.on('notification', ({ payload = '' }) => options.onMessage(payload))
  closing.addEventListener('abort', () => ended.resolve(), { once: true })
  try {
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(options.channel)}`)
    options.onGap()
    await ended.promise
  } finally {
    await client.end().catch(() => {})
  }
}
