import { readFileSync } from 'node:fs'
import type { Registry } from 'prom-client'
import { observeWith } from './observe.ts'

const PACKAGE = new URL('../../../package.json', import.meta.url)

/** From `package.json`. */
const version = String(JSON.parse(readFileSync(PACKAGE, 'utf8')).version)

/** A metric of the running version. Its presence shows that the process runs. */
export function observeBuild(registry: Registry): void {
  observeWith(registry).gauge({
    name: 'finlore_build_info',
    help: '1; the version of the code that runs',
    labelNames: ['version'],
    read: () => [[{ version }, 1]],
  })
}
