import type { Kysely } from 'kysely'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { settlesWithin } from '#shared/settles-within.ts'
import type { RenderDatabase } from './database.ts'
import { touchBuild } from './enlist-pages.ts'
import { addHeat } from './heat.ts'
import { repeat } from './repeat.ts'

const REPORT_MS = 30_000
const STOP_MS = 2_000
/** Pages of one report: the most used ones of half a minute. */
const REPORTED_PAGES = 500

export interface UsedServer {
  /** Hits since the last call. */
  takeHits(limit: number): Map<PagePath, number>
  app: { log: Parameters<typeof repeat>[1] }
}

/**
 * Reports every half minute that a server uses this build, and which pages readers want: so the
 * build's pages are kept, and the next build makes the hottest ones first.
 */
export function reportUse(
  db: Kysely<RenderDatabase>,
  build: string,
  { takeHits, app }: UsedServer,
): { close(): Promise<void> } {
  const stopping = new AbortController()
  const run = async () => {
    await touchBuild(db, build)
    await addHeat(db, takeHits(REPORTED_PAGES))
  }
  const running = repeat(
    { name: 'reporting which pages are read', pauseMs: REPORT_MS, run },
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
