import { type Static, Type } from 'typebox'
import { bucketCredentials, bucketEnv } from '#shared/bucket/bucket-env.ts'
import type { StoreOptions } from './open-store.ts'

/** Settings of the page store, besides its address. */
export const storeEnv = {
  /** The short name of the site, which determines its bucket where `PAGE_STORE` does not. */
  SITE_KEY: Type.String({ minLength: 1, default: 'finlore' }),
  NODE_ENV: Type.Optional(Type.String()),
  ...bucketEnv,
}

/** `file:` with a folder, or `s3:` with a bucket; `openStore` says what is wrong with it. */
export const StoreAddressText = Type.String({ pattern: '^(file|s3):' })

const StoreEnv = Type.Object(storeEnv)

/**
 * Options for `openStore` from a configuration that has `storeEnv` in it.
 *
 * @throws {EnvironmentError} when only one of the two keys of a bucket is set
 */
export function storeOptions(config: Readonly<Static<typeof StoreEnv>>): StoreOptions {
  const credentials = bucketCredentials(config)
  return {
    site: { key: config.SITE_KEY, variant: config.NODE_ENV === 'production' ? 'prod' : 'dev' },
    ...(credentials && { credentials }),
  }
}
