import type { FastifyInstance } from 'fastify'
import { portError } from './require-free-port.ts'

/** @throws {StartError} saying in a sentence why the port cannot be opened, and what to do */
export async function listenOrExplain(
  app: FastifyInstance,
  host: string,
  port: number,
  variable = 'HOST',
): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    throw portError(error, host, port, variable)
  }
}
