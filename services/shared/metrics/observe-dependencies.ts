import type { Registry } from 'prom-client'
import { settlesWithin } from '../settles-within.ts'
import { observeWith } from './observe.ts'

/** What processes depend on; a closed list, because it is a label of a metric. */
export type Dependency =
  | 'postgres'
  | 'content'
  | 'search'
  | 'page_store'
  | 'queue'
  | 'meilisearch'
  | 'edge'

/** A very cheap request; throws, or rejects, when there is no answer. */
export type DependencyProbe = () => unknown

/** Less than the timeout of collectors for all metrics together. */
const PROBE_MS = 2_000

/**
 * A metric of the dependencies that answer. They are asked at each collection of the metrics,
 * because the last regular request to a seldom used one may be long ago.
 */
export function observeDependencies(
  registry: Registry,
  probes: Readonly<Partial<Record<Dependency, DependencyProbe>>>,
): void {
  observeWith(registry).gauge({
    name: 'finlore_dependency_up',
    help: '1 if the dependency answers this process, 0 if not',
    labelNames: ['dependency'],
    read: () =>
      Promise.all(
        Object.entries(probes).map(
          async ([dependency, probe]) => [{ dependency }, (await answers(probe)) ? 1 : 0] as const,
        ),
      ),
  })
}

function answers(probe: DependencyProbe): Promise<boolean> {
  return settlesWithin(PROBE_MS, Promise.try(probe)).catch(() => false)
}
