import type { Registry } from 'prom-client'
import { observeWith } from '#shared/metrics/observe.ts'

/** A metric with this process's build: pages of other builds are stored apart. */
export function observeWebBuild(registry: Registry, build: string): void {
  observeWith(registry).gauge({
    name: 'finlore_web_build_info',
    help: '1; the hash of the code that renders pages, under which they are stored',
    labelNames: ['build'],
    read: () => [[{ build }, 1]],
  })
}
