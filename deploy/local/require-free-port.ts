import { createServer } from 'node:net'
import { StartError } from './start-error.ts'

/** Asks for the port before anything else is begun. @throws {StartError} when it is taken */
export async function requireFreePort(host: string, port: number, variable: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const server = createServer()
  server.once('error', reject)
  server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()))
  await promise.catch((error: unknown) => {
    throw portError(error, host, port, variable)
  })
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
