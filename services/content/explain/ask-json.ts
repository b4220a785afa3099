import { type Static, type TSchema, Type } from 'typebox'
import { parseShape } from '#shared/check-shape.ts'

/** A running service, and what the person at the terminal can do when it does not help. */
export interface Asked {
  /** Its name at the beginning of a sentence: "The content service". */
  name: string
  url: string
  /** A sentence saying what to do when it does not respond. */
  remedy: string
  token?: string
  /** A sentence saying what to do when it refuses the token. */
  tokenRemedy: string
}

export interface Question {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  /** What a 404 means; by default, that this is another service. */
  ifMissing?: string
}

const TIMEOUT_MS = 15_000
const Refusal = Type.Object({ detail: Type.String() })

/**
 * Sends a request to a running service for the person at the terminal.
 *
 * @throws {Error} with a message for that person, without a cause
 */
export async function askJson<T extends TSchema>(
  { name, url, remedy, token, tokenRemedy }: Asked,
  { method, path, body, ifMissing }: Question,
  schema: T,
): Promise<Static<T>> {
  const response = await fetch(new URL(path, url), {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined)
  const text = await response?.text().catch(() => undefined)
  if (!response || text === undefined)
    throw new Error(`${name} does not answer at ${url}. ${remedy}`)

  const { ok, status } = response
  if (status === 404 && ifMissing !== undefined) throw new Error(ifMissing)
  if (status === 401) {
    throw new Error(`${name} at ${url} does not accept this token. ${tokenRemedy}`)
  }
  if (!ok && status !== 404) {
    const { detail } = parseShape(Refusal, text) ?? { detail: text }
    throw new Error(`${name} answered ${status} to ${method} ${path}: ${detail}`)
  }
  const answer = ok ? parseShape(schema, text) : undefined
  if (answer !== undefined) return answer
  throw new Error(`What answers at ${url} is not ${name.toLowerCase()} of this version. ${remedy}`)
}
