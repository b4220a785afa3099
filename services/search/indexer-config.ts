import { type Static, Type } from 'typebox'
import { commonEnv, parseEnv } from '#shared/config.ts'
import { Locale } from '#shared/contracts/primitives.ts'
import { MEILI_KEY_PATTERN } from './engine-env.ts'

const IndexerEnv = Type.Object({
  ...commonEnv,
  SITE_LOCALE: Locale,
  /** The content service, such as `http://content:8081`. */
  CONTENT_URL: Type.String({ pattern: '^https?://' }),
  /** Such as `http://meilisearch:7700`. */
  MEILI_URL: Type.String({ pattern: '^https?://' }),
  /** A key that may write; `create-keys.ts` creates it. */
  MEILI_KEY: Type.Optional(Type.String({ pattern: MEILI_KEY_PATTERN })),
})

export type IndexerConfig = Readonly<Static<typeof IndexerEnv>>

export const loadIndexerConfig = (env: NodeJS.ProcessEnv): IndexerConfig =>
  parseEnv(IndexerEnv, env)
