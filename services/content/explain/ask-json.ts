import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, type TSchema, Type } from 'typebox'
import { parseShape } from '#shared/check-shape.ts'
import { parseEnv } from '#shared/config.ts'
import { listTokens } from '../editor-api/editor-tokens.ts'

/** A running service, and what the person at the terminal can do when it does not help. */
export interface AskedService {
  /** Its name at the beginning of a sentence: "The content service". */
  name: string
  url: string
  /** A sentence saying what to do when it does not respond. */
  remedy: string
  token?: string
  /** A sentence saying what to do when it refuses the token. */
  tokenRemedy: string
}

export interface JsonQuestion {
  /** GET by default. */
  method?: 'POST' | 'PATCH' | 'DELETE'
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
  { name, url, remedy, token, tokenRemedy }: AskedService,
  { method, path, body, ifMissing }: JsonQuestion,
  schema: T,
): Promise<Static<T>> {
  const response = await fetch(new URL(path, url), {
    ...(method && { method }),
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
    throw new Error(`${name} answered ${status} to ${method ?? 'GET'} ${path}: ${detail}`)
  }
  const answer = ok ? parseShape(schema, text) : undefined
  if (answer !== undefined) return answer
  throw new Error(`What answers at ${url} is not ${name.toLowerCase()} of this version. ${remedy}`)
}

const ExplainEnv = Type.Object({
  CONTENT_URL: Type.Optional(Type.String({ pattern: '^https?://' })),
  WORKER_URL: Type.Optional(Type.String({ pattern: '^https?://' })),
  /** Those of the site on this machine, as `npm start` takes them. */
  CONTENT_PORT: Type.Integer({ minimum: 1, maximum: 65_535, default: 8081 }),
  WORKER_PORT: Type.Integer({ minimum: 1, maximum: 65_535, default: 8082 }),
  EDITOR_TOKEN: Type.Optional(Type.String({ minLength: 1 })),
  /** The worker's token, if it requires one. */
  JOBS_TOKEN: Type.Optional(Type.String({ minLength: 1 })),
  DATA_DIR: Type.String({ minLength: 1, default: '.data' }),
})

export interface ExplainSources {
  content: AskedService
  worker: AskedService
}

/**
 * The addresses of the running site.
 *
 * @param options.asEditor finds the token for its editor API as well
 * @throws {Error} saying how to get such a token
 */
export async function findSources(
  env: NodeJS.ProcessEnv,
  { asEditor }: { asEditor: boolean },
): Promise<ExplainSources> {
  const config = parseEnv(ExplainEnv, env)
  return {
    content: {
      name: 'The content service',
      url: config.CONTENT_URL ?? `http://127.0.0.1:${config.CONTENT_PORT}`,
      remedy: 'Start the site with npm start, or set CONTENT_PORT or CONTENT_URL to where it runs.',
      ...(asEditor && { token: await findToken(config) }),
      tokenRemedy: 'Set EDITOR_TOKEN, or DATA_DIR to the data folder of the running site.',
    },
    worker: {
      name: 'The render worker',
      url: config.WORKER_URL ?? `http://127.0.0.1:${config.WORKER_PORT}`,
      remedy: 'Start the site with npm start, or set WORKER_PORT or WORKER_URL to where it runs.',
      tokenRemedy: 'Set JOBS_TOKEN to the one that it was started with.',
      ...(config.JOBS_TOKEN !== undefined && { token: config.JOBS_TOKEN }),
    },
  }
}

/** @throws {Error} saying how to get a token */
async function findToken(config: Static<typeof ExplainEnv>): Promise<string> {
  const file = join(config.DATA_DIR, 'editor-token')
  // There may be several tokens.
  const [first] = listTokens(config.EDITOR_TOKEN ?? (await readFile(file, 'utf8').catch(() => '')))
  if (first) return first.token
  throw new Error(
    `There is no editor token in ${file}. Start the site once with npm start, or set EDITOR_TOKEN.`,
  )
}
