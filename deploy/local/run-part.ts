import { once } from 'node:events'
import { startTracing, stopTracing } from '../../services/shared/tracing/tracing.ts'
import type { CleanUp } from './clean-up.ts'
import { loadConfig, type StartConfig } from './config.ts'
import { onParentGone } from './parent-watch.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import type { Addresses, Orders, Report } from './site-process.ts'

/**
 * Runs one part of `npm start` in this process, which `superviseProcess` has started, until it is
 * told to stop.
 *
 * @param start `orders` is fulfilled once the part can use what it needs. Its addresses are reported
 */
export function runPart(
  start: (config: StartConfig, orders: Promise<Orders>, cleanUp: CleanUp) => Promise<Addresses>,
): Promise<never> {
  const orders = once(process, 'message').then(([given]): Orders => given)
  return runUntilStopped(
    async (cleanUp) => {
      // At once: the next start wants its ports. What was acknowledged is in the database.
      onParentGone(() => process.exit(1))
      // Until there are ports, nothing else keeps this process from ending.
      process.channel?.ref()
      await startTracing(process.env)
      cleanUp.add(stopTracing)
      await report({ urls: await start(loadConfig(process.env), orders, cleanUp) })
    },
    (failed) => report({ failed }),
  )
}

/** Fulfilled once it is on its way, after which this process may end. */
async function report(message: Report): Promise<void> {
  await new Promise((resolve) => process.send?.(message, resolve))
}
