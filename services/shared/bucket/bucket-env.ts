import { type Static, Type } from 'typebox'
import { EnvironmentError } from '../config.ts'

/** The keys of a bucket; without both, the client looks for others by itself. */
export const bucketEnv = {
  AWS_ACCESS_KEY_ID: Type.Optional(Type.String({ minLength: 1 })),
  AWS_SECRET_ACCESS_KEY: Type.Optional(Type.String({ minLength: 1 })),
  AWS_SESSION_TOKEN: Type.Optional(Type.String({ minLength: 1 })),
}

const BucketEnv = Type.Object(bucketEnv)

export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

/**
 * The keys in a configuration that has `bucketEnv` in it; `undefined` if it names none.
 *
 * @throws {EnvironmentError} when only one of the two is set
 */
export function bucketCredentials(
  config: Readonly<Static<typeof BucketEnv>>,
): Credentials | undefined {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = config
  // The client would look elsewhere, and fail with a message about something else.
  if ((AWS_ACCESS_KEY_ID === undefined) !== (AWS_SECRET_ACCESS_KEY === undefined)) {
    throw new EnvironmentError([
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: set both, or neither where the machine has a role',
    ])
  }
  if (AWS_ACCESS_KEY_ID === undefined || AWS_SECRET_ACCESS_KEY === undefined) return undefined
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN !== undefined && { sessionToken: AWS_SESSION_TOKEN }),
  }
}
