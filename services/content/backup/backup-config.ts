import { type Static, Type } from 'typebox'
import { parseBucketAddress } from '#shared/bucket/bucket-address.ts'
import { bucketCredentials, bucketEnv } from '#shared/bucket/bucket-env.ts'
import { EnvironmentError, parseEnv } from '#shared/config.ts'
import { Locale } from '#shared/contracts/primitives.ts'
import { bucketBackups } from './bucket-backups.ts'
import { checkIdentity, checkRecipient } from './encryption.ts'
import { folderBackups } from './folder-backups.ts'
import type { BackupPlace } from './stored-backup.ts'

const identityEnv = {
  /** The keys to encrypted backups, as age-keygen writes them into a file. */
  BACKUP_IDENTITY: Type.Optional(Type.String({ minLength: 1 })),
}

const placeEnv = {
  /** Where backups are kept, unless there is a bucket for them. */
  BACKUP_DIR: Type.String({ minLength: 1, default: '/var/lib/finlore/backups' }),
  BACKUP_BUCKET: Type.Optional(Type.String({ minLength: 1 })),
  ...bucketEnv,
  ...identityEnv,
}

const PlaceEnv = Type.Object(placeEnv)
const IdentityEnv = Type.Object(identityEnv)
const TakeEnv = Type.Object({
  ...placeEnv,
  DATABASE_URL: Type.String({ minLength: 1 }),
  /** Which site the database must be of: the backups of another one must not make room for it. */
  SITE_LOCALE: Type.Optional(Locale),
  /** The age in days at which backups are removed; 0: they never are. */
  BACKUP_KEEP: Type.Integer({ minimum: 0, maximum: 10_000, default: 14 }),
  /** Public keys of age for which they are encrypted; not at all when unset. */
  BACKUP_RECIPIENTS: Type.Optional(Type.String({ minLength: 1 })),
})
const RestoreEnv = Type.Object({
  ...placeEnv,
  DATABASE_URL: Type.String({ minLength: 1 }),
  SITE_LOCALE: Type.Optional(Locale),
})

/** What every command reads that reads backups. */
export interface BackupSettings {
  place: BackupPlace
  identities: readonly string[]
}

/** @throws {EnvironmentError} as do all functions of this file */
export const loadPlace = (env: NodeJS.ProcessEnv): BackupSettings =>
  settingsOf(parseEnv(PlaceEnv, env))

/** For commands that only read files. */
export const loadIdentities = (env: NodeJS.ProcessEnv): readonly string[] =>
  identitiesOf(parseEnv(IdentityEnv, env))

export function loadTake(env: NodeJS.ProcessEnv) {
  const config = parseEnv(TakeEnv, env)
  const recipients = listed(config.BACKUP_RECIPIENTS)
  accept('BACKUP_RECIPIENTS', recipients, checkRecipient, 'write public keys of age, age1…')
  return {
    ...settingsOf(config),
    recipients,
    databaseUrl: config.DATABASE_URL,
    locale: config.SITE_LOCALE,
    days: config.BACKUP_KEEP,
  }
}

export function loadRestore(env: NodeJS.ProcessEnv) {
  const config = parseEnv(RestoreEnv, env)
  return {
    ...settingsOf(config),
    databaseUrl: config.DATABASE_URL,
    locale: config.SITE_LOCALE,
  }
}

const settingsOf = (config: Readonly<Static<typeof PlaceEnv>>): BackupSettings => ({
  place: placeOf(config),
  identities: identitiesOf(config),
})

function placeOf(config: Readonly<Static<typeof PlaceEnv>>): BackupPlace {
  if (config.BACKUP_BUCKET === undefined) return folderBackups(config.BACKUP_DIR)
  const address = parseBucketAddress(config.BACKUP_BUCKET, {
    wrong: (advice) => new EnvironmentError([`BACKUP_BUCKET: ${advice}`]),
  })
  return bucketBackups(address, bucketCredentials(config))
}

function identitiesOf({ BACKUP_IDENTITY = '' }: Readonly<Static<typeof IdentityEnv>>) {
  const lines = BACKUP_IDENTITY.split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'))
  accept('BACKUP_IDENTITY', identities, checkIdentity, 'write keys of age, AGE-SECRET-KEY-1…')
  return identities
}

const listed = (text = ''): string[] => text.split(/[\s,]+/).filter((word) => word !== '')

/** @throws {EnvironmentError} without the value, which may be a secret */
function accept(
  setting: string,
  values: readonly string[],
  check: (value: string) => void,
  advice: string,
): void {
  for (const value of values) {
    try {
      check(value)
    } catch {
      throw new EnvironmentError([`${setting}: ${advice}`])
    }
  }
}
