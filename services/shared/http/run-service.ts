import { setTimeout as sleep } from 'node:timers/promises'
import { observeProcess } from '../metrics/observe-process.ts'
import { stopTracing } from '../tracing/tracing.ts'
import { within } from '../within.ts'
import type { Service } from './create-service.ts'
import { untilNobodyKnocks } from './say-goodbye.ts'

export interface RunOptions {
  host: string
  port: number
  opsPort: number
  /** Milliseconds between failing readiness and closing the socket. */
  drainMs: number
  /** Ends what was opened beside the service: connections, followers. */
  onClosed: () => void | Promise<void>
}

/** Answers still under way after this are cut off. */
const CLOSE_TIMEOUT_MS = 10_000
/** What closing itself may take when nothing is under way any more. */
const LAST_WORDS_MS = 1_000

/** Listens until SIGTERM or SIGINT, then drains: fail readiness, wait, close the socket, clean up. */
export async function runService(service: Service, options: RunOptions): Promise<void> {
  const stopped = untilStopSignal()
  observeProcess(service.metrics)
  await service.ops.listen({ host: options.host, port: options.opsPort })
  await service.app.listen({ host: options.host, port: options.port })
  await stopped

  service.startDraining()
  await sleep(options.drainMs)
  await closeService(service)
  await options.onClosed()
  await stopTracing()
}

/** The same for a process that serves nobody: only its health and metrics have a port. */
export async function runWorker(
  { ops, metrics, startDraining }: Service,
  { host, opsPort, close }: { host: string; opsPort: number; close: () => Promise<void> },
): Promise<void> {
  const stopped = untilStopSignal()
  observeProcess(metrics)
  await ops.listen({ host, port: opsPort })
  await stopped

  startDraining()
  // What it leaves undone is found again by others.
  await within(CLOSE_TIMEOUT_MS, close())
  await ops.close()
  await stopTracing()
}

/** Closes both sockets. Answers under way may finish, within a bound. */
export async function closeService(
  { app, ops }: Service,
  cutOffMs = CLOSE_TIMEOUT_MS,
): Promise<void> {
  await untilNobodyKnocks(app.server)
  const cutOff = setTimeout(() => app.server.closeAllConnections(), cutOffMs)
  await within(cutOffMs + LAST_WORDS_MS, app.close())
  clearTimeout(cutOff)
  await within(LAST_WORDS_MS, ops.close())
}

/** Resolves when somebody asks this process to stop. */
export async function untilStopSignal(): Promise<void> {
  const stop = Promise.withResolvers<void>()
  process.once('SIGTERM', () => stop.resolve())
  process.once('SIGINT', () => stop.resolve())
  await stop.promise
}
