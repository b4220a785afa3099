import type { Registry } from 'prom-client'
import type { Change } from '#shared/contracts/change.ts'
import { createLagHistogram } from '#shared/metrics/lag-histogram.ts'
import { observeWith } from '#shared/metrics/observe.ts'

/**
 * Shows how far an index is behind the editors.
 *
 * @param revision what the index stands for; undefined before it stands for anything
 * @returns what is to be told of the changes that can be found from now on
 */
export function observeFollowing(registry: Registry, revision: () => number | undefined) {
  observeWith(registry).gauge({
    name: 'finlore_search_revision',
    help: 'Revision of the content that the index of this process stands for',
    read: () => revision() ?? 0,
  })
  const lag = createLagHistogram(registry, {
    name: 'finlore_search_lag_seconds',
    help: 'Time from the commit of an edit until its titles could be found',
  })
  return (changes: readonly Change[]): void => {
    // Postgres and we look at two clocks, so a quick one may seem to be over before it began.
    for (const { at } of changes) lag.observe(Math.max(0, Date.now() - Date.parse(at)) / 1_000)
  }
}
