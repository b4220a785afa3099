import type { FastifyBaseLogger } from 'fastify'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { AdDrop } from './parse-ads.ts'

/** The most drops listed one by one; the total is given in any case. */
const MAX_NAMED = 100

/** What is not shown of the ad data, and how many parts that are. */
export const reportAdDrops = (drops: readonly AdDrop[]) => ({
  dropped: drops.slice(0, MAX_NAMED),
  droppedTotal: drops.length,
})

/** Paths without a page that could show their links, and how many there are. */
export const reportPageless = (paths: readonly PagePath[]) => ({
  warnings: paths.slice(0, MAX_NAMED).map((path) => ({ path, message: 'there is no such page' })),
  warningsTotal: paths.length,
})

/** Logs one line for each listed drop, and one for the number of all others. */
export function logAdDrops(
  log: Pick<FastifyBaseLogger, 'warn'>,
  { dropped, droppedTotal }: ReturnType<typeof reportAdDrops>,
): void {
  for (const drop of dropped) log.warn(drop, 'part of the ad data cannot be shown')
  const more = droppedTotal - dropped.length
  if (more > 0) log.warn({ more }, 'more of the ad data cannot be shown')
}
