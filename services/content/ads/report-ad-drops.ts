import type { FastifyBaseLogger } from 'fastify'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { AdDrop } from './parse-ads.ts'

/** Drops that are named one by one; of more, only their number is told. */
const MAX_NAMED = 100

interface AdDropReport {
  /** What is not shown of the ad data, at most 100 of it. */
  dropped: AdDrop[]
  droppedTotal: number
}

interface PagelessReport {
  /** Worth mending: at these addresses, at most 100, there is no page to show their links. */
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

/** A line for each of them, and one for all that are not named. */
export function logAdDrops(
  log: Pick<FastifyBaseLogger, 'warn'>,
  { dropped, droppedTotal }: AdDropReport,
): void {
  for (const drop of dropped) log.warn(drop, 'not shown of the ad data')
  const more = droppedTotal - dropped.length
  if (more > 0) log.warn({ more }, 'and more is not shown of the ad data')
}
