import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { StartError } from './start-error.ts'

export interface KeepPostgresOptions {
  directory: string
  log: (line: string) => void
  /** Tells the person at the terminal. */
  say: (line: string) => void
}

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000

/**
 * The embedded Postgres, started again on the same port whenever it ends by itself. Readers are
 * served from the page store meanwhile, so its end is no reason for the site to end.
 *
 * @throws {StartError} when the first start fails
 */
export async function keepPostgres({
  directory,
  log,
  say,
}: KeepPostgresOptions): Promise<EmbeddedPostgres> {
  const stopping = new AbortController()
  let restarting: Promise<void> = Promise.resolve()

  const start = (port?: number) =>
    startEmbeddedPostgres({
      directory,
      log,
      signal: stopping.signal,
      ...(port !== undefined && { port }),
      onExit: (reason) => {
        say(`The database ended by itself: ${reason}. Starting it again…`)
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
        say('The database runs again.')
        return
      } catch (error) {
        if (stopping.signal.aborted) return
        const reason = error instanceof StartError ? error.userMessage : String(error)
        if (reason !== complaint) say(reason)
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
