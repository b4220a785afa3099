import { Type } from 'typebox'
import { commonEnv, parseEnv } from '#shared/config.ts'
import { Locale } from '#shared/contracts/primitives.ts'
import { IndexingSwitch, requireListable } from '#shared/http/indexing.ts'
import { ServiceWorkerSwitch } from '../../server/answers/files/service-worker-file.ts'
import { StoreAddressText, storeEnv } from '../../store/store-env.ts'
import { IndexNowKey, requireIndexNow } from '../../worker/index-now/index-now-env.ts'

const MIB = 1024 * 1024

const CopyEnv = Type.Object({
  ...commonEnv,
  ...storeEnv,
  PAGE_STORE: StoreAddressText,
  /** The folder in which the web server finds the copy. */
  COPY_DIR: Type.String({ minLength: 1 }),
  /** What it may take of the disk; the most read pages are kept when that is too little. */
  COPY_BYTES: Type.Integer({ minimum: 16 * MIB, default: 2048 * MIB }),
  SITE_URL: Type.String({ pattern: '^https?://[^/]+$' }),
  SITE_LOCALE: Type.Enum(Locale.enum, { default: 'en_US' }),
  SERVICE_WORKER: ServiceWorkerSwitch,
  INDEXING: IndexingSwitch,
  INDEXNOW_KEY: IndexNowKey,
})

export const loadConfig = (env: NodeJS.ProcessEnv) =>
  requireIndexNow(requireListable(parseEnv(CopyEnv, env)))
