import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CleanUp } from './clean-up.ts'
import type { StartConfig } from './config.ts'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  preparePostgres,
  startEmbeddedPostgres,
} from './postgres/embedded-postgres.ts'
import { StartError } from './start-error.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000

interface DatabaseOptions {
  config: Pick<StartConfig, 'DATABASE_URL' | 'LOG_LEVEL'>
  dataFolder: string
  /** Tells the person at the terminal. */
  complain: (line: string) => void
  /** Of the embedded Postgres, where they differ. */
  settings?: Readonly<Record<string, string>>
}

/**
 * Like {@link openDatabase}, but ends as soon as programs of Postgres are at work: loading modules
 * until then would keep this process from starting them.
 *
 * @throws {StartError} when they cannot be started
 */
export async function beginDatabase(
  options: DatabaseOptions,
  cleanUp: CleanUp,
): Promise<{ address: Promise<string> }> {
  const opening = Promise.withResolvers<void>()
  const address = openDatabase({ ...options, onBegin: opening.resolve }, cleanUp)
  // Callers that await the address get the error.
  address.catch(() => {})
  await Promise.race([opening.promise, address])
  return { address }
}

/**
 * The database that was named, or the embedded one in the data folder, started for as long as this
 * process runs.
 *
 * @returns its address
 * @throws {StartError} when the embedded one cannot be started
 */
export async function openDatabase(
  options: DatabaseOptions & Pick<EmbeddedPostgresOptions, 'onBegin'>,
  cleanUp: CleanUp,
): Promise<string> {
  const { url, start } = await prepareDatabase(options, cleanUp)
  await start()
  return url
}

export interface PreparedDatabase {
  /** Its address, once it runs. */
  url: string
  /** @throws {StartError} when the embedded one cannot be started */
  start(): Promise<void>
  /**
   * Tries again, ever more rarely, until it runs or the site stops. Each new reason for a failure is
   * said once.
   *
   * @param said the reason that is known
   */
  keepTrying(reason: string): Promise<void>
}

/** The same in steps, for what can do without the database for a while. */
export async function prepareDatabase(
  options: DatabaseOptions & Pick<EmbeddedPostgresOptions, 'onBegin'>,
  cleanUp: CleanUp,
): Promise<PreparedDatabase> {
  const { config, dataFolder, complain, settings, onBegin } = options
  if (config.DATABASE_URL !== undefined) {
    return { url: config.DATABASE_URL, start: async () => {}, keepTrying: async () => {} }
  }
  const log = (line: string) => {
    if (config.LOG_LEVEL === 'debug') complain(line)
  }
  const directory = path.join(dataFolder, 'postgres')
  return supervisePostgres({ directory, log, settings, onBegin }, complain, cleanUp)
}

/**
 * The embedded Postgres, started again on the same port whenever it ends by itself. Readers are
 * served from the page store meanwhile, so its end is no reason for the site to end.
 */
async function supervisePostgres(
  options: Pick<EmbeddedPostgresOptions, 'directory' | 'log' | 'settings' | 'onBegin'>,
  complain: (line: string) => void,
  cleanUp: CleanUp,
): Promise<PreparedDatabase> {
  const stopping = new AbortController()
  const { signal } = stopping
  let current: EmbeddedPostgres | undefined
  let restarting: Promise<void> = Promise.resolve()
  const supervised: EmbeddedPostgresOptions = {
    ...options,
    signal,
    onExit(reason) {
      complain(`The database ended by itself: ${reason}. Starting it again…`)
      restarting = restart()
      restarting.then(() => signal.aborted || complain('The database runs again.'))
    },
  }
  const prepared = await preparePostgres(supervised)
  const port = Number(new URL(prepared.url).port)
  cleanUp.add(async () => {
    stopping.abort()
    await restarting
    await current?.stop()
  })

  async function restart(reason = '') {
    let complaint = reason
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      try {
        current = await startEmbeddedPostgres({ ...supervised, port })
        return
      } catch (error) {
        if (signal.aborted) return
        const reason = error instanceof StartError ? error.userMessage : String(error)
        if (reason !== complaint) complain(reason)
        complaint = reason
      }
    }
  }

  return {
    url: prepared.url,
    async start() {
      current = await prepared.start()
    },
    keepTrying(reason) {
      restarting = restart(reason)
      return restarting
    },
  }
}
