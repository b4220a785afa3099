import type { FastifyBaseLogger } from 'fastify'
import { settlesWithin } from '../settles-within.ts'
import type { Tracing } from './open-telemetry.ts'
import type { Tracer } from './span.ts'
import { loadTracingConfig } from './tracing-env.ts'

const CLOSE_MS = 2_000

let tracing: Tracing | undefined
let log: Pick<FastifyBaseLogger, 'warn'> | undefined

/**
 * Begins to trace this process, if the environment says where traces go; else nothing of it is even
 * loaded. To be called before services and connections are made: those made before are not traced.
 *
 * @throws {Error} naming every offending variable
 */
export async function startTracing(env: NodeJS.ProcessEnv): Promise<void> {
  const config = loadTracingConfig(env)
  if (!config) return
  const { openTracing } = await import('./open-telemetry.ts')
  tracing = openTracing(config, (err) => log?.warn({ err }, 'traces cannot be sent, and are lost'))
}

export const isTraced = (): boolean => tracing !== undefined

/** The log of the process; of several, the first one. */
export function logOutagesTo(first: Pick<FastifyBaseLogger, 'warn'>): void {
  log ??= first
}

/** @returns `undefined` where nothing is traced */
export const tracerOf = (service: string): Tracer | undefined => tracing?.tracerOf(service)

/** Sends what is left, within a bound. */
export async function stopTracing(): Promise<void> {
  const closing = tracing?.close().catch(() => {})
  tracing = undefined
  log = undefined
  if (closing) await settlesWithin(CLOSE_MS, closing)
}
