import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasCode } from '../../services/shared/errors.ts'
import { StartError } from './start-error.ts'

/** The processes of a site that was killed end within moments. */
const LEFTOVERS_MS = 2_000
const PAUSE_MS = 50

/** Asks for the port before anything else is begun. @throws {StartError} when it stays taken */
export async function requireFreePort(host: string, port: number, variable: string): Promise<void> {
  const deadline = Date.now() + LEFTOVERS_MS
  for (;;) {
    try {
      await tryPort(host, port)
      return
    } catch (error) {
      if (!hasCode(error, 'EADDRINUSE') || Date.now() > deadline) {
        throw portError(error, host, port, variable)
      }
      await sleep(PAUSE_MS)
    }
  }
}

/**
 * Listens on a port for a moment.
 *
 * @param port any free one if 0
 * @returns the port
 */
export async function tryPort(host: string, port: number): Promise<number> {
  const server = createServer().listen({ host, port, exclusive: true })
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? (address?.port ?? port) : port
}

/** Says in one sentence why a port cannot be listened on. */
export function portError(error: unknown, host: string, port: number, variable: string): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is in use by another program. Stop it, or set ${variable} to a free port.`,
    EACCES: `Port ${port} on ${host} may not be opened by this user. Set ${variable} to a port above 1023.`,
    EADDRNOTAVAIL: `${host} is no address of this machine. Set HOST to one that is, such as 127.0.0.1.`,
  }
  const sentence = reasons[String(code)]
  return sentence
    ? new StartError(sentence, { cause: error })
    : new Error('listen failed', { cause: error })
}
