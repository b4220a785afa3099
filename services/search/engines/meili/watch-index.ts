import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Comparison } from './compare-titles.ts'

/** Why an index can no longer be followed, and whether it must be filled again. */
export interface WatchEnd {
  reason: string
  mustRebuild: boolean
}

export interface WatchOptions {
  /** What is wrong with the index, if anything. @throws when Meilisearch does not answer */
  findDamage(): Promise<string | undefined>
  /** Called after each check with the error, or `undefined` if Meilisearch answered. */
  onLook(failure: unknown): void
  /** Whether the index has titles, and content answers. */
  canCompare(): boolean
  compare(): Promise<Comparison>
  watchMs: number
  compareMs: number
}

/** Checks an index regularly until it is no longer as it was written, or the signal aborts. */
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
