import type { Kysely } from 'kysely'
import { settlesWithin } from '#shared/settles-within.ts'
import { type AnswerVersion, readCdnLease } from './cdn-lease.ts'
import type { RenderDatabase } from './database.ts'
import { repeat } from './repeat.ts'

/** Several times in each lease. */
const LOOK_MS = 2_000
const STOP_MS = 2_000

export interface LeasedServer {
  /** Answers may be kept until then, in milliseconds of `performance.now()`. */
  keepUntil(moment: number): void
  app: { log: Parameters<typeof repeat>[1] }
}

/** Tells a server, every two seconds, until when its answers may be kept for long. */
export function followCdnLease(
  db: Kysely<RenderDatabase>,
  version: AnswerVersion,
  { keepUntil, app }: LeasedServer,
): { close(): Promise<void> } {
  const stopping = new AbortController()
  const run = async () => {
    const beganAt = performance.now()
    keepUntil(beganAt + (await readCdnLease(db, version)))
  }
  const running = repeat(
    { name: 'asking how long pages may be kept', pauseMs: LOOK_MS, run },
    app.log,
    stopping.signal,
  )
  return {
    async close() {
      stopping.abort()
      await settlesWithin(STOP_MS, running)
    },
  }
}
