import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Comparison } from './compare-titles.ts'

/** Why an index cannot be followed any more, and whether what it holds may still be continued. */
export interface WatchEnd {
  reason: string
  mustRebuild: boolean
}

export interface WatchOptions {
  /** What has happened to the index. @throws when Meilisearch does not say */
  findDamage(): Promise<string | undefined>
  /** Hears after each look why Meilisearch did not say. */
  onLook(failure: unknown): void
  /** Whether there is something to compare, and something to compare it with. */
  canCompare(): boolean
  compare(): Promise<Comparison>
  watchMs: number
  compareMs: number
}

/** Looks after an index until it is not as it was written any more, or the signal aborts. */
export async function watchIndex(
  { findDamage, onLook, canCompare, compare, watchMs, compareMs }: WatchOptions,
  log: Pick<FastifyBaseLogger, 'warn'>,
  signal: AbortSignal,
): Promise<WatchEnd | undefined> {
  for (let compareAt = Date.now() + compareMs; ; ) {
    await sleep(watchMs, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return undefined
    try {
      const damage = await findDamage()
      if (damage !== undefined) return { reason: damage, mustRebuild: false }
      onLook(undefined)
    } catch (error) {
      onLook(error)
      continue
    }
    if (Date.now() < compareAt || !canCompare()) continue
    compareAt = Date.now() + compareMs
    try {
      const { hasStrangers } = await compare()
      if (hasStrangers) return { reason: 'it has titles of nobody', mustRebuild: true }
    } catch (err) {
      if (!signal.aborted) log.warn({ err }, 'cannot compare the titles')
    }
  }
}
