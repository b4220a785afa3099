import { type Static, Type } from 'typebox'
import { commonEnv, parseEnv } from '#shared/config.ts'
import { Locale } from '#shared/contracts/primitives.ts'
import { IndexingSwitch, requireListable } from '#shared/http/indexing.ts'
import { HstsScope } from '#shared/http/security-headers.ts'
import { PRIVATE_NETWORKS, requireProxies } from '#shared/http/trusted-proxies.ts'
import { engineEnv, requireMeili } from './engine-env.ts'

const SearchEnv = Type.Object({
  ...commonEnv,
  PORT: Type.Integer({ minimum: 1, maximum: 65535, default: 8082 }),
  SITE_LOCALE: Locale,
  SITE_URL: Type.String({ pattern: '^https?://[^/]+$' }),
  INDEXING: IndexingSwitch,
  HSTS: HstsScope,
  /** The content service, such as `http://content:8081`. */
  CONTENT_URL: Type.String({ pattern: '^https?://' }),
  /** Proxies whose word is trusted about the address of a client. */
  TRUSTED_PROXIES: Type.String({ default: PRIVATE_NETWORKS }),
  ...engineEnv,
})

export type SearchConfig = Readonly<Static<typeof SearchEnv>>

/** @throws {Error} naming what is missing or wrong */
export const loadConfig = (env: NodeJS.ProcessEnv): SearchConfig =>
  requireProxies(requireMeili(requireListable(parseEnv(SearchEnv, env))))
