import { Type } from 'typebox'
import { parseEnv } from '#shared/config.ts'
import { withoutSecrets } from '#shared/known-secrets.ts'
import { MEILI_KEY_PATTERN } from './engine-env.ts'
import { createAccessKeys } from './engines/meili/access-keys.ts'

/**
 * Creates the keys of the search service and of the indexer. Prints them unless called with
 * `--quiet`: the output of a container is kept in logs. Safe to repeat.
 */

const KeysEnv = Type.Object({
  /** Such as `http://meilisearch:7700`. */
  MEILI_URL: Type.String({ pattern: '^https?://' }),
  MEILI_MASTER_KEY: Type.String({ minLength: 16, pattern: MEILI_KEY_PATTERN }),
})

const { MEILI_URL: url, MEILI_MASTER_KEY: key } = parseEnv(KeysEnv, process.env)
const { search, indexer } = await createAccessKeys({ url, key }).catch((error: unknown) => {
  process.stderr.write(
    `${withoutSecrets(error instanceof Error ? (error.stack ?? '') : `${error}`)}\n`,
  )
  process.exit(1)
})
const keys = `MEILI_SEARCH_KEY=${search}\nMEILI_INDEXER_KEY=${indexer}\n`
process.stdout.write(process.argv.includes('--quiet') ? 'The keys are there.\n' : keys)
