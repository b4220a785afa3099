import { type Static, Type } from 'typebox'
import { commonEnv, parseEnv } from '#shared/config.ts'
import { Locale } from '#shared/contracts/primitives.ts'
import { AdsUrl } from './ads/ads-document.ts'
import { editorEnv, requireTokens } from './editor-api/editor-env.ts'

const ContentEnv = Type.Object({
  ...commonEnv,
  PORT: Type.Integer({ minimum: 1, maximum: 65535, default: 8081 }),
  DATABASE_URL: Type.String({ minLength: 1 }),
  ...editorEnv,
  SAPE_URL: AdsUrl,
  SITE_LOCALE: Type.Enum(Locale.enum, { default: 'en_US' }),
})

export type ContentConfig = Readonly<Static<typeof ContentEnv>>

/** @throws {Error} naming every missing or invalid variable */
export const loadConfig = (env: NodeJS.ProcessEnv): ContentConfig =>
  requireTokens(parseEnv(ContentEnv, env))
