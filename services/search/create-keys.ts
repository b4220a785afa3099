import { Type } from 'typebox'
import { parseEnv } from '#shared/config.ts'
import { createAccessKeys } from './engines/meili/access-keys.ts'

/** Prints the keys of the search service and of the indexer. Repeating it is harmless. */

const KeysEnv = Type.Object({
  /** Such as `http://meilisearch:7700`. */
  MEILI_URL: Type.String({ pattern: '^https?://' }),
  MEILI_MASTER_KEY: Type.String({ minLength: 16 }),
})

const { MEILI_URL: url, MEILI_MASTER_KEY: key } = parseEnv(KeysEnv, process.env)
const { search, indexer } = await createAccessKeys({ url, key })
process.stdout.write(`MEILI_SEARCH_KEY=${search}\nMEILI_INDEXER_KEY=${indexer}\n`)
