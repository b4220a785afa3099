import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Static, Type } from 'typebox'
import { parseEnv } from '#shared/config.ts'
import { listTokens } from '../editor-api/editor-tokens.ts'
import type { Asked } from './ask-json.ts'

const ExplainEnv = Type.Object({
  CONTENT_URL: Type.String({ pattern: '^https?://', default: 'http://127.0.0.1:8081' }),
  WORKER_URL: Type.String({ pattern: '^https?://', default: 'http://127.0.0.1:8082' }),
  EDITOR_TOKEN: Type.Optional(Type.String({ minLength: 1 })),
  /** The worker's token, if it requires one. */
  JOBS_TOKEN: Type.Optional(Type.String({ minLength: 1 })),
  DATA_DIR: Type.String({ minLength: 1, default: '.data' }),
})

export interface ExplainSources {
  content: Asked
  worker: Asked
}

/** The addresses of the running site, and the token for its editor API. */
export async function findSources(env: NodeJS.ProcessEnv): Promise<ExplainSources> {
  const config = parseEnv(ExplainEnv, env)
  return {
    content: {
      name: 'The content service',
      url: config.CONTENT_URL,
      remedy: 'Start the site with npm start, or set CONTENT_URL to where it runs.',
      token: await findToken(config),
      tokenRemedy: 'Set EDITOR_TOKEN, or DATA_DIR to the data folder of the running site.',
    },
    worker: {
      name: 'The render worker',
      url: config.WORKER_URL,
      remedy: 'Start the site with npm start, or set WORKER_URL to where it runs.',
      tokenRemedy: 'Set JOBS_TOKEN to the one that it was started with.',
      ...(config.JOBS_TOKEN !== undefined && { token: config.JOBS_TOKEN }),
    },
  }
}

/** @throws {Error} saying how to get a token */
async function findToken(config: Static<typeof ExplainEnv>): Promise<string> {
  const file = path.join(config.DATA_DIR, 'editor-token')
  // There may be several tokens.
  const [first] = listTokens(config.EDITOR_TOKEN ?? (await readFile(file, 'utf8').catch(() => '')))
  if (first) return first.token
  throw new Error(
    `There is no editor token in ${file}. Start the site once with npm start, or set EDITOR_TOKEN.`,
  )
}
