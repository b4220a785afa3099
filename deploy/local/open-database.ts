import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CleanUp } from './clean-up.ts'
import type { StartConfig } from './config.ts'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'
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
  const begun = Promise.withResolvers<void>()
  const address = openDatabase({ ...options, onBegin: begun.resolve }, cleanUp)
  // Whoever waits for the address hears of it.
  address.catch(() => {})
  await Promise.race([begun.promise, address])
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
  const { config, dataFolder, complain, settings, onBegin } = options
  if (config.DATABASE_URL !== undefined) return config.DATABASE_URL
  const log = (line: string) => {
    if (config.LOG_LEVEL === 'debug') complain(line)
  }
  const directory = path.join(dataFolder, 'postgres')
  const postgres = await keepPostgres({ directory, log, settings, onBegin }, complain)
  cleanUp.add(postgres.stop)
  return postgres.url
}

/**
 * The embedded Postgres, started again on the same port whenever it ends by itself. Readers are
 * served from the page store meanwhile, so its end is no reason for the site to end.
 */
async function keepPostgres(
  options: Pick<EmbeddedPostgresOptions, 'directory' | 'log' | 'settings' | 'onBegin'>,
  complain: (line: string) => void,
): Promise<EmbeddedPostgres> {
  const stopping = new AbortController()
  let restarting: Promise<void> = Promise.resolve()

  const start = (port?: number) =>
    startEmbeddedPostgres({
      ...options,
      signal: stopping.signal,
      ...(port !== undefined && { port }),
      onExit: (reason) => {
        complain(`The database ended by itself: ${reason}. Starting it again…`)
        restarting = restart()
      },
    })

  let current = await start()
  const port = Number(new URL(current.url).port)

  async function restart() {
    let complaint = ''
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        current = await start(port)
        complain('The database runs again.')
        return
      } catch (error) {
        if (stopping.signal.aborted) return
        const reason = error instanceof StartError ? error.userMessage : String(error)
        if (reason !== complaint) complain(reason)
        complaint = reason
      }
    }
  }

  return {
    url: current.url,
    async stop() {
      stopping.abort()
      await restarting
      await current.stop()
    },
  }
}
