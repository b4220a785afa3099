import type { Registry } from 'prom-client'
import type { Change } from '#shared/contracts/change.ts'
import { createLagHistogram } from '#shared/metrics/lag-histogram.ts'
import { observeWith } from '#shared/metrics/observe.ts'

/**
 * Measures how far an index is behind the latest edits.
 *
 * @param revision the revision of the index; undefined while it is empty
 * @returns a function to call with the changes that can be found from now on
 */
export function observeFollowing(registry: Registry, revision: () => number | undefined) {
  observeWith(registry).gauge({
    name: 'finlore_search_revision',
    help: 'Content revision up to which the index of this process is current',
    read: () => revision() ?? 0,
  })
  const lag = createLagHistogram(registry, {
    name: 'finlore_search_lag_seconds',
    help: 'Time from the commit of an edit until its titles could be found',
  })
  return (changes: readonly Change[]): void => {
    // The clocks of Postgres and this process differ, so a quick change may seem to end early.
    for (const { at } of changes) lag.observe(Math.max(0, Date.now() - Date.parse(at)) / 1_000)
  }
}
