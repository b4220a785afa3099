import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'

export interface Asked {
  /** As it stands in a sentence: "The content service". */
  name: string
  url: string
  /** What to do when nobody answers, as a sentence. */
  remedy: string
  token?: string
  /** What to do when the token is refused, as a sentence. */
  tokenRemedy: string
}

export interface Question {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
}

const TIMEOUT_MS = 15_000

/**
 * Asks a running service something on behalf of the person at the terminal.
 *
 * @returns `undefined` on 404
 * @throws {Error} a sentence for that person, without a cause
 */
export async function askJson<T extends TSchema>(
  { name, url, remedy, token, tokenRemedy }: Asked,
  { method, path, body }: Question,
  schema: T,
): Promise<Static<T> | undefined> {
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

  if (response.status === 404) return undefined
  if (response.status === 401) {
    throw new Error(`${name} at ${url} does not know this token. ${tokenRemedy}`)
  }
  const answer = parse(text)
  if (!response.ok) {
    const detail = Reflect.get(Object(answer), 'detail')
    throw new Error(`${name} answered ${response.status} to ${method} ${path}: ${detail ?? text}`)
  }
  if (!Value.Check(schema, answer)) {
    throw new Error(
      `What answers at ${url} is not ${name.toLowerCase()} of this version. ${remedy}`,
    )
  }
  return answer
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
