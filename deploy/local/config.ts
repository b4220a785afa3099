import { type Static, Type } from 'typebox'
import { editingEnv, requireTokens } from '../../services/content/config.ts'
import { JobsToken, MemoryBytes, RedisUrl } from '../../services/render/config.ts'
import { ClientErrorsSwitch } from '../../services/render/server/answers/client-error-routes.ts'
import { ServiceWorkerSwitch } from '../../services/render/server/answers/files/service-worker-file.ts'
import { StoreAddressText, storeEnv } from '../../services/render/store/store-env.ts'
import { cdnEnv, requireCdn } from '../../services/render/worker/cdn/cdn-env.ts'
import {
  IndexNowKey,
  IndexNowUrl,
  requireIndexNow,
} from '../../services/render/worker/index-now/index-now-env.ts'
import { engineEnv, requireMeili } from '../../services/search/engine-env.ts'
import { parseEnv } from '../../services/shared/config.ts'
import { LOCALES } from '../../services/shared/contracts/primitives.ts'
import { IndexingSwitch, requireListable } from '../../services/shared/http/indexing.ts'
import { HstsScope } from '../../services/shared/http/security-headers.ts'
import { requireProxies } from '../../services/shared/http/trusted-proxies.ts'

const Port = (fallback: number) => Type.Integer({ minimum: 1, maximum: 65535, default: fallback })

const StartEnv = Type.Object({
  HOST: Type.String({ minLength: 1, default: '127.0.0.1' }),
  PORT: Port(8080),
  CONTENT_PORT: Port(8081),
  /** The rebuild worker's screens, for this machine only. */
  WORKER_PORT: Port(8082),
  JOBS_TOKEN: JobsToken,
  DATA_DIR: Type.String({ minLength: 1, default: '.data' }),
  /** Proxies in front of this site whose `X-Forwarded-For` is trusted; none by default. */
  TRUSTED_PROXIES: Type.String({ default: '' }),
  SITE_LOCALE: Type.Enum([...LOCALES], { default: 'en_US' }),
  LOG_LEVEL: Type.Enum(['debug', 'info', 'warn', 'error', 'silent'], { default: 'warn' }),
  /** Derived from `HOST` and `PORT` when unset. */
  SITE_URL: Type.Optional(Type.String({ pattern: '^https?://[^/]+$' })),
  ...editingEnv,
  /** Made at the first start, and kept in the data folder, when unset. */
  EDITOR_TOKEN: Type.Optional(editingEnv.EDITOR_TOKEN),
  /** The embedded Postgres when unset. */
  DATABASE_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://' })),
  REDIS_URL: RedisUrl,
  ...storeEnv,
  /** A folder in the data folder when unset. */
  PAGE_STORE: Type.Optional(StoreAddressText),
  MEMORY_BYTES: MemoryBytes,
  SERVICE_WORKER: ServiceWorkerSwitch,
  CLIENT_ERRORS: ClientErrorsSwitch,
  INDEXING: IndexingSwitch,
  HSTS: HstsScope,
  INDEXNOW_KEY: IndexNowKey,
  INDEXNOW_URL: IndexNowUrl,
  ...cdnEnv,
  CONTENT_DIR: Type.Optional(Type.String({ minLength: 1 })),
  ...engineEnv,
})

export type StartConfig = Readonly<Static<typeof StartEnv>>

export const loadConfig = (env: NodeJS.ProcessEnv): StartConfig =>
  requireCdn(
    requireIndexNow(
      requireListable(requireProxies(requireTokens(requireMeili(parseEnv(StartEnv, env))))),
    ),
  )
