import { type Static, Type } from 'typebox'
import { commonEnv, parseEnv } from '#shared/config.ts'
import { Locale } from '#shared/contracts/primitives.ts'
import { IndexingSwitch, requireListable } from '#shared/http/indexing.ts'
import { HstsScope } from '#shared/http/security-headers.ts'
import { PRIVATE_NETWORKS, requireProxies } from '#shared/http/trusted-proxies.ts'
import { ClientErrorsSwitch } from './server/answers/client-error-routes.ts'
import { ServiceWorkerSwitch } from './server/answers/files/service-worker-file.ts'
import { StoreAddressText, storeEnv } from './store/store-env.ts'
import { cdnEnv, requireCdn } from './worker/cdn/cdn-env.ts'
import { IndexNowKey, IndexNowUrl, requireIndexNow } from './worker/index-now/index-now-env.ts'

const MIB = 1024 * 1024
/** Bytes of pages that a server keeps in memory. Fewer would not hold those of one busy minute. */
export const MemoryBytes = Type.Integer({ minimum: MIB, default: 64 * MIB })
/** BullMQ runs on Postgres when unset. */
export const RedisUrl = Type.Optional(Type.String({ pattern: '^rediss?://' }))

/** The token that `/jobs` and `/explain` of the worker require; they are open when unset. */
export const JobsToken = Type.Optional(Type.String({ minLength: 16 }))

/** Variables that the server and the worker of the render service share. */
const renderEnv = {
  ...commonEnv,
  DATABASE_URL: Type.String({ minLength: 1 }),
  CONTENT_URL: Type.String({ pattern: '^https?://' }),
  SITE_URL: Type.String({ pattern: '^https?://[^/]+$' }),
  ...storeEnv,
  PAGE_STORE: StoreAddressText,
  INDEXING: IndexingSwitch,
  INDEXNOW_KEY: IndexNowKey,
  /** The folder of the web bundle; where `npm run build` writes it when unset. */
  WEB_DIST: Type.Optional(Type.String({ minLength: 1 })),
}

const ServerEnv = Type.Object({
  ...renderEnv,
  PORT: Type.Integer({ minimum: 1, maximum: 65535, default: 8083 }),
  SEARCH_URL: Type.String({ pattern: '^https?://' }),
  SITE_LOCALE: Type.Enum(Locale.enum, { default: 'en_US' }),
  MEMORY_BYTES: MemoryBytes,
  HSTS: HstsScope,
  SERVICE_WORKER: ServiceWorkerSwitch,
  /** Proxies whose word is trusted about the address of a client. */
  TRUSTED_PROXIES: Type.String({ default: PRIVATE_NETWORKS }),
  CLIENT_ERRORS: ClientErrorsSwitch,
})
const WorkerEnv = Type.Object({
  ...renderEnv,
  /** Which site the database must be of. */
  SITE_LOCALE: Type.Optional(Locale),
  REDIS_URL: RedisUrl,
  JOBS_TOKEN: JobsToken,
  INDEXNOW_URL: IndexNowUrl,
  /** Where readers come in, to measure when they get what was edited. */
  EDGE_URL: Type.Optional(Type.String({ pattern: '^https?://[^/]+$' })),
  ...cdnEnv,
})

export type ServerConfig = Readonly<Static<typeof ServerEnv>>
export type WorkerConfig = Readonly<Static<typeof WorkerEnv>>

export const loadServerConfig = (env: NodeJS.ProcessEnv): ServerConfig =>
  requireProxies(requireIndexNow(requireListable(parseEnv(ServerEnv, env))))
export const loadWorkerConfig = (env: NodeJS.ProcessEnv): WorkerConfig =>
  requireCdn(requireIndexNow(requireListable(parseEnv(WorkerEnv, env))))
