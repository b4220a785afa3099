import { setTimeout as sleep } from 'node:timers/promises'
import type { Meilisearch } from 'meilisearch'
import { IncompleteIndex } from './ask-index.ts'
import { meiliCodeOf, rebuildPrefixOf } from './connect.ts'
import { finishTask, settleTasks } from './finish-task.ts'
import { SETTINGS } from './index-settings.ts'
import { type IndexState, STATE_ID } from './index-state.ts'
import { sendDocuments } from './write-documents.ts'

const INDEXES_PER_REQUEST = 1_000
const SWAP_TIMEOUT_MS = 60_000
const LOOK_MS = 50
/** Error codes of Meilisearch for a document when the index, or its state, does not exist. */
const NOTHING: ReadonlySet<string> = new Set(['index_not_found', 'document_not_found'])

/**
 * Creates an index beside the one that readers use, and swaps it in when it is complete. Readers
 * never see a part of it, whatever goes wrong.
 *
 * @param fill writes the documents into the index, and returns their number and the state document,
 *   which is written last
 */
export async function rebuildIndex(
  client: Meilisearch,
  index: string,
  fill: (fresh: string) => Promise<{ count: number; state: IndexState }>,
): Promise<void> {
  await deleteLeftovers(client, index)
  const fresh = await createEmptyIndex(client, `${rebuildPrefixOf(index)}${Date.now()}`)

  const { count, state } = await fill(fresh)
  await finishTask(client, sendDocuments(client, fresh, [state]))
  const { numberOfDocuments } = await client.index(fresh).getStats()
  if (numberOfDocuments !== count + 1) {
    throw new Error(`Meilisearch holds ${numberOfDocuments} documents instead of ${count + 1}`)
  }

  const isFirst = !(await listIndexes(client)).includes(index)
  const before = await readStamp(client, index)
  await client.swapIndexes([{ indexes: [fresh, index], rename: isFirst }])
  await untilInPlace(client, index, { fresh, before, wanted: state.stamp })
  if (!isFirst) await finishTask(client, client.deleteIndex(fresh))
}

/** @returns its name. Settings come before documents, which would be indexed twice otherwise. */
export async function createEmptyIndex(client: Meilisearch, name: string): Promise<string> {
  await finishTask(client, client.createIndex(name, { primaryKey: 'id' }))
  await finishTask(client, client.index(name).updateSettings(SETTINGS))
  return name
}

/**
 * A key that is limited to some indexes cannot read how a swap ended, so both indexes are asked.
 *
 * @throws when the index has neither its former nor its new content: somebody else wrote to it
 */
async function untilInPlace(
  client: Meilisearch,
  index: string,
  { fresh, before, wanted }: { fresh: string; before: string | undefined; wanted: string },
): Promise<void> {
  const deadline = Date.now() + SWAP_TIMEOUT_MS
  while (Date.now() < deadline) {
    // Read first: once the swap has taken the new content away here, it must be there.
    const isSwapped = (await readStamp(client, fresh)) !== wanted
    const present = await readStamp(client, index)
    if (present === wanted) return
    if (isSwapped || present !== before) {
      throw new IncompleteIndex('somebody else wrote to the index')
    }
    await sleep(LOOK_MS)
  }
  throw new Error('Meilisearch did not put the new index in its place')
}

/** The stamp of the index's state when no task is running; `undefined` where there is no index. */
async function readStamp(client: Meilisearch, index: string): Promise<string | undefined> {
  await settleTasks(client, index)
  try {
    const { stamp } = await client.index<Partial<IndexState>>(index).getDocument(STATE_ID)
    return stamp
  } catch (error) {
    if (!NOTHING.has(meiliCodeOf(error) ?? '')) throw error
    return undefined
  }
}

/** Deletes what killed rebuilds left behind. */
async function deleteLeftovers(client: Meilisearch, index: string): Promise<void> {
  for (const name of await listIndexes(client)) {
    if (name.startsWith(rebuildPrefixOf(index))) {
      await finishTask(client, client.deleteIndex(name))
    }
  }
}

async function listIndexes(client: Meilisearch): Promise<string[]> {
  const { results } = await client.getRawIndexes({ limit: INDEXES_PER_REQUEST })
  return results.map(({ uid }) => uid)
}
