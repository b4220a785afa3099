import { createHmac } from 'node:crypto'
import type { KeyCreation } from 'meilisearch'
import { connectMeili, type MeiliAddress, meiliCodeOf } from './connect.ts'

/** The key of the search service, which may only search. */
const SEARCH_KEY = {
  // A key's value is derived from its uid and the master key, so it survives a loss of data.
  uid: 'f1a10e5e-0000-4000-8000-000000000001',
  name: 'finlore search',
  actions: ['search'],
  indexes: ['titles_*'],
  expiresAt: null,
} satisfies KeyCreation

/** The key of the indexer, which may fill indexes, but not manage keys or features. */
const INDEXER_KEY = {
  uid: 'f1a10e5e-0000-4000-8000-000000000002',
  name: 'finlore indexer',
  actions: [
    'search',
    ...['documents.add', 'documents.get', 'documents.delete'],
    ...['indexes.create', 'indexes.get', 'indexes.delete', 'indexes.swap'],
    ...['settings.get', 'settings.update', 'tasks.get', 'stats.get'],
  ],
  indexes: ['titles_*'],
  expiresAt: null,
} satisfies KeyCreation

export interface AccessKeys {
  search: string
  indexer: string
}

/**
 * The values that both keys will have, derived as Meilisearch does it, which need not be running.
 */
export function deriveAccessKeys(masterKey: string): AccessKeys {
  const keyOf = ({ uid }: { uid: string }) =>
    createHmac('sha256', masterKey).update(uid).digest('hex')
  return { search: keyOf(SEARCH_KEY), indexer: keyOf(INDEXER_KEY) }
}

/**
 * Creates the keys of both processes, or finds the existing ones. Keys with other permissions are
 * created again, with the same value.
 *
 * @param address with the master key
 */
export async function createAccessKeys(address: MeiliAddress): Promise<AccessKeys> {
  const client = connectMeili(address)

  async function createKey(wanted: typeof SEARCH_KEY | typeof INDEXER_KEY): Promise<string> {
    const present = await client.getKey(wanted.uid).catch((error: unknown) => {
      if (meiliCodeOf(error) !== 'api_key_not_found') throw error
      return undefined
    })
    if (present && isSame(present.actions, wanted.actions)) {
      if (isSame(present.indexes, wanted.indexes)) return present.key
    }
    if (present) await client.deleteKey(wanted.uid)
    return (await client.createKey(wanted)).key
  }

  return { search: await createKey(SEARCH_KEY), indexer: await createKey(INDEXER_KEY) }
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.toSorted().join() === other.toSorted().join()
