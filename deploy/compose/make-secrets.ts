import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Type } from 'typebox'
import { deriveAccessKeys } from '../../services/search/engines/meili/access-keys.ts'
import { parseEnv } from '../../services/shared/config.ts'

/**
 * Makes the secrets of docker compose: each folder of `SECRETS_DIR` is a volume that only those
 * mount who need what is in it. Existing secrets stay, so operators with secrets of their own
 * write them before the first start; files derived from others are rewritten. Keys of a bucket
 * come from its provider, so those that are given replace the former ones.
 */

const env = parseEnv(
  Type.Object({
    SECRETS_DIR: Type.String({ minLength: 1 }),
    BUCKET_ACCESS_KEY_ID: Type.Optional(Type.String()),
    BUCKET_SECRET_ACCESS_KEY: Type.Optional(Type.String()),
    /** Datastores that this site has not, apart by blanks: nothing is written for them. */
    LEAVE_OUT: Type.String({ pattern: '^(?:(?:redis|meilisearch) ?)*$', default: '' }),
  }),
  process.env,
)
const folder = env.SECRETS_DIR
const RANDOM_BYTES = 32
/** For processes of ours. */
const OURS = 0o400
/** Postgres, Redis and Grafana run as users of their own: which volumes they mount is the lock. */
const ALL = 0o444

const databasePassword = await keep('database/password', ALL)
await write(
  'database/url',
  `postgres://finlore:${encodeURIComponent(databasePassword)}@postgres:5432/finlore`,
  OURS,
)

const has = (datastore: 'redis' | 'meilisearch') => !env.LEAVE_OUT.split(' ').includes(datastore)
if (has('redis')) {
  const password = await keep('redis/password', ALL)
  await write('redis/redis.conf', `requirepass ${JSON.stringify(password)}`, ALL)
  await write('redis/url', `redis://:${encodeURIComponent(password)}@redis:6379`, OURS)
}
if (has('meilisearch')) {
  const masterKey = await keep('meilisearch/master-key', OURS)
  await write('meilisearch/config.toml', `master_key = ${JSON.stringify(masterKey)}`, OURS)
  // Search must start even when Meilisearch does not, so its key is derived instead of requested.
  const keys = deriveAccessKeys(masterKey)
  await write('search/meili-key', keys.search, OURS)
  await write('indexer/meili-key', keys.indexer, OURS)
}

await keep('editor/token', OURS)
await keep('jobs/token', OURS)
await keep('bucket/access-key-id', OURS, env.BUCKET_ACCESS_KEY_ID)
await keep('bucket/secret-access-key', OURS, env.BUCKET_SECRET_ACCESS_KEY)
await keep('grafana/password', ALL)
process.stdout.write(`The secrets are in ${folder}.\n`)

/** @returns the given value, else the content of the file, else a new random secret */
async function keep(name: string, mode: number, given?: string): Promise<string> {
  if (given) {
    await write(name, given, mode)
    return given
  }
  const present = await readFile(path.join(folder, name), 'utf8').catch((error) => {
    if (error.code !== 'ENOENT') throw error
    return ''
  })
  if (present.trim() !== '') return present.trim()
  const secret = randomBytes(RANDOM_BYTES).toString('base64url')
  await write(name, secret, mode)
  return secret
}

/** Atomic, so that no process reads half a secret. */
async function write(name: string, text: string, mode: number): Promise<void> {
  const file = path.join(folder, name)
  await mkdir(path.dirname(file), { recursive: true })
  const draft = `${file}.new`
  await writeFile(draft, `${text}\n`, { mode })
  // Sets the mode regardless of the umask and of a draft that was left behind.
  await chmod(draft, mode)
  await rename(draft, file)
}
