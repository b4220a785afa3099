import type { Registry } from 'prom-client'
import { observeWith, type Sample } from './observe.ts'

/** How a pool of connections is used now. */
export interface PoolUsage {
  busy: number
  idle: number
  /** Statements that wait for a connection. */
  waiting: number
  /** Most connections of the pool. */
  max: number
}

/** Metrics of the connection pools of a process, by name. */
export function observePools(
  registry: Registry,
  pools: Readonly<Record<string, () => PoolUsage>>,
): void {
  const { gauge } = observeWith(registry)
  const ofEach = (read: (usage: PoolUsage) => number) => (): Sample[] =>
    Object.entries(pools).map(([pool, usage]) => [{ pool }, read(usage())])

  gauge({
    name: 'finlore_database_connections',
    help: 'Connections to Postgres by pool and state',
    labelNames: ['pool', 'state'],
    read: () =>
      Object.entries(pools).flatMap(([pool, usage]): Sample[] => {
        const { busy, idle } = usage()
        return [
          [{ pool, state: 'busy' }, busy],
          [{ pool, state: 'idle' }, idle],
        ]
      }),
  })
  gauge({
    name: 'finlore_database_max_connections',
    help: 'Maximum number of connections that the pool may open',
    labelNames: ['pool'],
    read: ofEach(({ max }) => max),
  })
  gauge({
    name: 'finlore_database_waiting',
    help: 'Statements waiting for a free connection of the pool',
    labelNames: ['pool'],
    read: ofEach(({ waiting }) => waiting),
  })
}
