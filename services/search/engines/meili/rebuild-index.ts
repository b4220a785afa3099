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
/** What Meilisearch says of a document when the index, or its state, is not there. */
const NOTHING: ReadonlySet<string> = new Set(['index_not_found', 'document_not_found'])

/**
 * Makes an index beside the one that readers ask, and puts it in its place in one step when it is
 * whole. Readers never see a part of it, whatever goes wrong.
 *
 * @param fill writes the documents into the index and returns how many they are and which document
 *   speaks for them, which is written last
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
  await untilInPlace(client, index, { before, wanted: state.stamp })
  if (!isFirst) await finishTask(client, client.deleteIndex(fresh))
}

/** @returns its name. Settings come before documents, which would be indexed twice otherwise. */
export async function createEmptyIndex(client: Meilisearch, name: string): Promise<string> {
  await finishTask(client, client.createIndex(name, { primaryKey: 'id' }))
  await finishTask(client, client.index(name).updateSettings(SETTINGS))
  return name
}

/**
 * A key that is for some indexes only is not told how a swap ended, so the index itself is asked.
 *
 * @throws when what was before is not there any more either: another indexer is at work
 */
async function untilInPlace(
  client: Meilisearch,
  index: string,
  { before, wanted }: { before: string | undefined; wanted: string },
): Promise<void> {
  const deadline = Date.now() + SWAP_TIMEOUT_MS
  while (Date.now() < deadline) {
    const present = await readStamp(client, index)
    if (present === wanted) return
    if (present !== before) throw new IncompleteIndex('somebody else wrote to the index')
    await sleep(LOOK_MS)
  }
  throw new Error('Meilisearch did not put the new index in its place')
}

/** Of the state that the index has when nothing is under way; `undefined` where there is no index. */
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

/** What rebuilds that were killed left behind. */
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
