import { type Static, Type } from 'typebox'
import type { StoreOptions } from './open-store.ts'

/** Settings of the page store, besides its address. */
export const storeEnv = {
  /** The short name of the site, which determines its bucket where `PAGE_STORE` does not. */
  SITE_KEY: Type.String({ minLength: 1, default: 'finlore' }),
  NODE_ENV: Type.Optional(Type.String()),
  /** The keys of the bucket; both or neither. */
  AWS_ACCESS_KEY_ID: Type.Optional(Type.String({ minLength: 1 })),
  AWS_SECRET_ACCESS_KEY: Type.Optional(Type.String({ minLength: 1 })),
  AWS_SESSION_TOKEN: Type.Optional(Type.String({ minLength: 1 })),
}

/** `file:` with a folder, or `s3:` with a bucket; `openStore` says what is wrong with it. */
export const StoreAddressText = Type.String({ pattern: '^(file|s3):' })

const StoreEnv = Type.Object(storeEnv)

/** Options for `openStore` from a configuration that has `storeEnv` in it. */
export function storeOptions(config: Readonly<Static<typeof StoreEnv>>): StoreOptions {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = config
  return {
    site: { key: config.SITE_KEY, variant: config.NODE_ENV === 'production' ? 'prod' : 'dev' },
    ...(AWS_ACCESS_KEY_ID !== undefined &&
      AWS_SECRET_ACCESS_KEY !== undefined && {
        credentials: {
          accessKeyId: AWS_ACCESS_KEY_ID,
          secretAccessKey: AWS_SECRET_ACCESS_KEY,
          ...(AWS_SESSION_TOKEN !== undefined && { sessionToken: AWS_SESSION_TOKEN }),
        },
      }),
  }
}
