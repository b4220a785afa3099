import type { Registry } from 'prom-client'
import { observeWith } from '#shared/metrics/observe.ts'

/** Shows which pages are ours: those of another build are stored apart from them. */
export function observeWebBuild(registry: Registry, build: string): void {
  observeWith(registry).gauge({
    name: 'finlore_web_build_info',
    help: '1; the hash of the code that makes pages, under which they are stored',
    labelNames: ['build'],
    read: () => [[{ build }, 1]],
  })
}
