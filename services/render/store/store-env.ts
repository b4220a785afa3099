import { type Static, Type } from 'typebox'
import { EnvironmentError } from '#shared/config.ts'
import type { StoreOptions } from './open-store.ts'

/** Settings of the page store, besides its address. */
export const storeEnv = {
  /** The short name of the site, which determines its bucket where `PAGE_STORE` does not. */
  SITE_KEY: Type.String({ minLength: 1, default: 'finlore' }),
  NODE_ENV: Type.Optional(Type.String()),
  /** The keys of the bucket; without both, the client looks for others by itself. */
  AWS_ACCESS_KEY_ID: Type.Optional(Type.String({ minLength: 1 })),
  AWS_SECRET_ACCESS_KEY: Type.Optional(Type.String({ minLength: 1 })),
  AWS_SESSION_TOKEN: Type.Optional(Type.String({ minLength: 1 })),
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
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = config
  // The client would look elsewhere, and fail with a message about something else.
  if ((AWS_ACCESS_KEY_ID === undefined) !== (AWS_SECRET_ACCESS_KEY === undefined)) {
    throw new EnvironmentError([
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: set both, or neither where the machine has a role',
    ])
  }
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
