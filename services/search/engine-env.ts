import { Type } from 'typebox'
import { EnvironmentError } from '#shared/config.ts'
import type { EngineChoice } from './engines/choose-engine.ts'

/** Goes into a header: what fits into none would be repeated in the refusal, and so in a log. */
export const MEILI_KEY_PATTERN = '^[\\x21-\\x7e]+$'

/** Which engine answers, and how often it may be asked; the same where one process runs everything. */
export const engineEnv = {
  SEARCH_ENGINE: Type.Enum(['auto', 'embedded', 'meili'], { default: 'auto' }),
  /** Such as `http://meilisearch:7700`; without it, there is only the embedded engine. */
  MEILI_URL: Type.Optional(Type.String({ pattern: '^https?://' })),
  /** May search, as `create-keys.ts` says; where the indexer runs in the same process, write as well. */
  MEILI_KEY: Type.Optional(Type.String({ pattern: MEILI_KEY_PATTERN })),
  /** Searches that one address may make in a second, of each process. */
  SEARCH_RATE: Type.Integer({ minimum: 1, default: 200 }),
}

interface EngineConfig {
  SEARCH_ENGINE: EngineChoice
  MEILI_URL?: string
  MEILI_KEY?: string
}

/** @throws {EnvironmentError} when Meilisearch is chosen and nothing says where it is */
export function requireMeili<T extends EngineConfig>(config: T): T {
  if (config.SEARCH_ENGINE === 'meili' && config.MEILI_URL === undefined) {
    throw new EnvironmentError([
      'MEILI_URL: is missing; SEARCH_ENGINE=meili needs to know where it is',
    ])
  }
  return config
}

/** What of it the search service is built from. */
export const engineOptions = ({ SEARCH_ENGINE, MEILI_URL, MEILI_KEY }: EngineConfig) => ({
  engine: SEARCH_ENGINE,
  meili: MEILI_URL === undefined ? undefined : { url: MEILI_URL, key: MEILI_KEY },
})
