import type { FastifyBaseLogger } from 'fastify'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { AdDrop } from './parse-ads.ts'

/** The most drops listed one by one; the total is given in any case. */
const MAX_NAMED = 100

interface AdDropReport {
  /** What is not shown of the ad data, at most 100 entries. */
  dropped: AdDrop[]
  droppedTotal: number
}

interface PagelessReport {
  /** Paths without a page that could show their links, at most 100. */
  warnings: { path: PagePath; message: string }[]
  warningsTotal: number
}

export const reportPageless = (paths: readonly PagePath[]): PagelessReport => ({
  warnings: paths.slice(0, MAX_NAMED).map((path) => ({ path, message: 'there is no such page' })),
  warningsTotal: paths.length,
})

export const reportAdDrops = (drops: readonly AdDrop[]): AdDropReport => ({
  dropped: drops.slice(0, MAX_NAMED),
  droppedTotal: drops.length,
})

/** Logs one line for each listed drop, and one for the number of all others. */
export function logAdDrops(
  log: Pick<FastifyBaseLogger, 'warn'>,
  { dropped, droppedTotal }: AdDropReport,
): void {
  for (const drop of dropped) log.warn(drop, 'part of the ad data cannot be shown')
  const more = droppedTotal - dropped.length
  if (more > 0) log.warn({ more }, 'more of the ad data cannot be shown')
}
