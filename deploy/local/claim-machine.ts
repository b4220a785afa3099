import type { CleanUp } from './clean-up.ts'
import type { StartConfig } from './config.ts'
import { lockDataDirectory } from './data-lock.ts'
import { requireFreePort } from './require-free-port.ts'

/** Everything but the ingress is for this machine only. */
export const INSIDE = '127.0.0.1'

/** @param host a name, or an address of either kind */
export const httpAddress = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/**
 * Makes sure of the ports and the data folder before anything is begun.
 *
 * @throws {StartError} when another process has one of them
 */
export async function claimMachine(
  { HOST, PORT, CONTENT_PORT, WORKER_PORT }: StartConfig,
  dataFolder: string,
  cleanUp: CleanUp,
): Promise<void> {
  await requireFreePort(HOST, PORT, 'PORT')
  await requireFreePort(INSIDE, CONTENT_PORT, 'CONTENT_PORT')
  await requireFreePort(INSIDE, WORKER_PORT, 'WORKER_PORT')
  const lock = await lockDataDirectory(dataFolder)
  cleanUp.add(lock.release)
}
