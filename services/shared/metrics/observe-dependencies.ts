import type { Registry } from 'prom-client'
import { within } from '../within.ts'
import { observeWith } from './observe.ts'

/** What processes depend on; a closed list, because it is a label. */
export type Dependency = 'postgres' | 'content' | 'search' | 'page_store' | 'queue' | 'meilisearch'

/** Asks something that costs next to nothing; throws, or rejects, where there is no answer. */
export type Probe = () => unknown

/** Less than a collector waits for all metrics together. */
const PATIENCE_MS = 2_000

/**
 * Shows which dependencies answer. They are asked when somebody collects the metrics: what was last
 * heard of one that is seldom needed says nothing about now.
 */
export function observeDependencies(
  registry: Registry,
  probes: Readonly<Partial<Record<Dependency, Probe>>>,
): void {
  observeWith(registry).gauge({
    name: 'finlore_dependency_up',
    help: 'Whether what this process depends on has just answered, by dependency',
    labelNames: ['dependency'],
    read: () =>
      Promise.all(
        Object.entries(probes).map(
          async ([dependency, probe]) => [{ dependency }, (await answers(probe)) ? 1 : 0] as const,
        ),
      ),
  })
}

function answers(probe: Probe): Promise<boolean> {
  return within(PATIENCE_MS, Promise.try(probe)).catch(() => false)
}
