import { once } from 'node:events'
import { createServer } from 'node:net'
import { StartError } from './start-error.ts'

/** Asks for the port before anything else is begun. @throws {StartError} when it is taken */
export async function requireFreePort(host: string, port: number, variable: string): Promise<void> {
  await tryPort(host, port).catch((error: unknown) => {
    throw portError(error, host, port, variable)
  })
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
