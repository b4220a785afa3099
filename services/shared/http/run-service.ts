import { setTimeout as sleep } from 'node:timers/promises'
import { observeProcess } from '../metrics/observe-process.ts'
import { settlesWithin } from '../settles-within.ts'
import { stopTracing } from '../tracing/tracing.ts'
import type { Service } from './create-service.ts'
import { drainBacklog } from './node/drain-connections.ts'
import { listenOnSockets } from './node/listen-on-sockets.ts'

/** A started service whose ports are not open yet. */
export interface Started<Kind extends Service = Service> {
  service: Kind
  /** Stops background work of the service, and closes its connections. */
  close(): Promise<void>
}

/**
 * Where a process listens, and the milliseconds between failing readiness and closing the socket.
 */
export interface PortSettings {
  HOST: string
  PORT: number
  OPS_PORT: number
  DRAIN_MS: number
}

/** Answers still under way after this are cut off. */
const CLOSE_TIMEOUT_MS = 10_000
/** Additional time for closing itself when no answer is under way any more. */
const CLOSE_GRACE_MS = 1_000

/**
 * Listens until SIGTERM or SIGINT, then drains: fail readiness, wait, close the socket, clean up.
 */
export async function runService(
  { service, close }: Started,
  { HOST, PORT, OPS_PORT, DRAIN_MS }: PortSettings,
): Promise<void> {
  const stopped = untilStopSignal()
  observeProcess(service.metrics)
  await service.ops.listen({ host: HOST, port: OPS_PORT })
  await listenOnSockets(service.app, { host: HOST, port: PORT })
  await stopped

  service.startDraining()
  await sleep(DRAIN_MS)
  await closeService(service)
  await close()
  await stopTracing()
}

/** The same for a process that answers no requests: only its health and metrics have a port. */
export async function runWorker(
  { service, close }: Started,
  { HOST, OPS_PORT }: Pick<PortSettings, 'HOST' | 'OPS_PORT'>,
): Promise<void> {
  const stopped = untilStopSignal()
  observeProcess(service.metrics)
  await service.ops.listen({ host: HOST, port: OPS_PORT })
  await stopped

  service.startDraining()
  // Other workers find the work that is left undone.
  await settlesWithin(CLOSE_TIMEOUT_MS, close())
  await service.ops.close()
  await stopTracing()
}

/** Closes both sockets. Answers under way may finish, within a timeout. */
export async function closeService(
  { app, ops }: Service,
  cutOffMs = CLOSE_TIMEOUT_MS,
): Promise<void> {
  await drainBacklog(app.server)
  const cutOff = setTimeout(() => app.server.closeAllConnections(), cutOffMs)
  await settlesWithin(cutOffMs + CLOSE_GRACE_MS, app.close())
  clearTimeout(cutOff)
  await settlesWithin(CLOSE_GRACE_MS, ops.close())
}

/** Resolves when this process is asked to stop. */
export async function untilStopSignal(): Promise<void> {
  const stop = Promise.withResolvers<void>()
  process.once('SIGTERM', () => stop.resolve())
  process.once('SIGINT', () => stop.resolve())
  await stop.promise
}
