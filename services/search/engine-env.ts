import { Type } from 'typebox'
import { EnvironmentError } from '#shared/config.ts'
import type { EngineChoice } from './answers/title-search.ts'

/** Sent in a header: an error would repeat a value that no header can contain, also in logs. */
export const MEILI_KEY_PATTERN = '^[\\x21-\\x7e]+$'

/** Which engine answers, and how often; also read where one process runs everything. */
export const engineEnv = {
  SEARCH_ENGINE: Type.Enum(['auto', 'embedded', 'meili'], { default: 'auto' }),
  /** Such as `http://meilisearch:7700`; without it, there is only the embedded engine. */
  MEILI_URL: Type.Optional(Type.String({ pattern: '^https?://' })),
  /** May search, and write where the indexer runs in the same process. See `create-keys.ts`. */
  MEILI_KEY: Type.Optional(Type.String({ pattern: MEILI_KEY_PATTERN })),
  /** Searches that one address may make in a second, of each process. */
  SEARCH_RATE: Type.Integer({ minimum: 1, default: 200 }),
}

interface EngineConfig {
  SEARCH_ENGINE: EngineChoice
  MEILI_URL?: string
  MEILI_KEY?: string
}

/** @throws {EnvironmentError} when Meilisearch is chosen and has no address */
export function requireMeili<T extends EngineConfig>(config: T): T {
  if (config.SEARCH_ENGINE === 'meili' && config.MEILI_URL === undefined) {
    throw new EnvironmentError([
      'MEILI_URL: is missing; SEARCH_ENGINE=meili needs to know where it is',
    ])
  }
  return config
}

/** The part of the settings from which the search service is built. */
export const engineOptions = ({ SEARCH_ENGINE, MEILI_URL, MEILI_KEY }: EngineConfig) => ({
  engine: SEARCH_ENGINE,
  meili: MEILI_URL === undefined ? undefined : { url: MEILI_URL, key: MEILI_KEY },
})
