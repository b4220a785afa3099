import type { Meilisearch } from 'meilisearch'
import type { TitleEntry } from '#shared/contracts/change.ts'
import { documentIdOf, hashOf } from './title-document.ts'

const IDS_PER_REQUEST = 1_000

/** The hashes of existing documents by id, without those of withdrawn titles. */
export async function readHashes(
  client: Meilisearch,
  index: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (let start = 0; start < ids.length; start += IDS_PER_REQUEST) {
    const part = ids.slice(start, start + IDS_PER_REQUEST)
    const { results } = await client
      .index<{ id: string; kind: string; h?: string }>(index)
      // With a filter, even an empty one, the ids are sent in the body; a URL would be too long.
      .getDocuments({ ids: part, fields: ['id', 'kind', 'h'], filter: [], limit: part.length })
    for (const { id, kind, h = '' } of results) if (kind !== 'gone') hashes.set(id, h)
  }
  return hashes
}

/** The ids of articles whose titles are missing or wrong. */
export async function findDiffering(
  client: Meilisearch,
  index: string,
  entries: readonly TitleEntry[],
): Promise<string[]> {
  const ids = entries.map((entry) => documentIdOf(entry.id))
  const hashes = await readHashes(client, index, ids)
  return entries
    .filter((entry) => hashes.get(documentIdOf(entry.id)) !== hashOf(entry))
    .map((entry) => entry.id)
}
