import type { Meilisearch } from 'meilisearch'
import type { TitleEntry } from '#shared/contracts/change.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { TitleChange, TitleSink } from '../../titles/title-sink.ts'
import type { FeedPosition } from '../engine.ts'
import { IncompleteIndex, IndexChanged } from './ask-index.ts'
import { connectMeili, indexNameOf, type MeiliAddress, meiliCodeOf } from './connect.ts'
import { createIndexLedger, type IndexLedger } from './index-ledger.ts'
import { differingSettings } from './index-settings.ts'
import { createState } from './index-state.ts'
import { loadDocuments } from './load-documents.ts'
import { rebuildIndex } from './rebuild-index.ts'
import { replaceTitles } from './replace-titles.ts'
import {
  asRefused,
  documentIdOf,
  type GoneDocument,
  type TitleDocument,
  titleHash,
  toDocument,
} from './title-document.ts'
import type { Replace } from './write-documents.ts'

export interface MeiliSinkOptions extends MeiliAddress {
  locale: Locale
  /** `titles_{locale}` by default. */
  index?: string
  /** Called for each title that Meilisearch refused, which is kept as an odd one. */
  onRefused?: (id: string, reason: string) => void
}

/** The position from which an index can be continued, or why it must be filled again. */
export type Standing = { position: FeedPosition; titles: number } | { damage: string }

export interface MeiliSink extends TitleSink {
  /** What the index contains, no matter which process wrote it. @throws when Meilisearch does not answer */
  readStanding(): Promise<Standing>
  /** What went wrong with the index since this sink last wrote or read; undefined if nothing. */
  findDamage(): Promise<string | undefined>
  /** The ids of titles that are missing or wrong in the index. */
  findDiffering(entries: readonly TitleEntry[]): Promise<string[]>
  /** Writes what `apply` should have written, with no write in between; the position stays. */
  repair(read: () => Promise<TitleChange>): Promise<void>
}

const IDS_PER_REQUEST = 1_000
/** Error codes of Meilisearch when an index is not ours or does not exist. */
const DAMAGE_CODES = new Set(['index_not_found', 'invalid_search_filter', 'invalid_search_sort'])

type Pending = TitleDocument | GoneDocument

/** An index of which this process is the only writer. */
interface OwnIndex {
  client: Meilisearch
  index: string
  locale: Locale
  ledger: IndexLedger
  /** The document to write instead of one that Meilisearch refused. */
  refuse: Replace<TitleDocument>
}

/** Stores titles in Meilisearch. It must be the only one that writes to the index. */
export function createMeiliSink(options: MeiliSinkOptions): MeiliSink {
  const { locale, onRefused = () => {} } = options
  const { index = indexNameOf(locale) } = options
  const client = connectMeili(options)
  const ledger = createIndexLedger(client, index)
  const { oneAtATime } = ledger
  const own: OwnIndex = {
    client,
    index,
    locale,
    ledger,
    refuse(document, reason) {
      onRefused(document.articleId ?? document.id, reason)
      return asRefused(document, reason)
    },
  }

  return {
    replaceAll: (pages, position) => oneAtATime(() => replaceIndex(own, pages, position)),
    apply: (change, position) => oneAtATime(() => writeChange(own, change, position)),
    repair: (read) => oneAtATime(async () => writeChange(own, await read())),
    readStanding: () => oneAtATime(() => readStanding(own)),
    findDamage: () => oneAtATime(() => findDamage(own)),

    async findDiffering(entries) {
      const ids = entries.map(({ id }) => documentIdOf(id))
      const hashes = await readHashes(client, index, ids)
      return entries
        .filter((entry) => hashes.get(documentIdOf(entry.id)) !== titleHash(entry))
        .map(({ id }) => id)
    },
  }
}

async function replaceIndex(
  { client, index, locale, ledger, refuse }: OwnIndex,
  pages: AsyncIterable<readonly TitleEntry[]>,
  position: FeedPosition,
): Promise<void> {
  let state = createState(position, 0)
  ledger.begin()
  await rebuildIndex(client, index, async (fresh) => {
    const count = await loadDocuments(client, fresh, documentsOf(pages, locale), refuse)
    state = createState(position, count)
    return { count, state }
  })
  ledger.confirm(state)
}

async function* documentsOf(pages: AsyncIterable<readonly TitleEntry[]>, locale: Locale) {
  for await (const page of pages) yield page.map((entry) => toDocument(entry, locale))
}

/** @param at the position that the index has afterwards; without it, the position stays */
async function writeChange(
  { client, index, locale, ledger, refuse }: OwnIndex,
  { upserts, removals }: TitleChange,
  at?: FeedPosition,
): Promise<void> {
  const state = await ledger.readOwnState()
  const entries = new Map(upserts.map((entry) => [documentIdOf(entry.id), entry]))
  const withdrawn = new Set(removals.map(documentIdOf))
  for (const id of withdrawn) entries.delete(id)

  const storedHashes = await readHashes(client, index, [...entries.keys(), ...withdrawn])
  const gone = [...withdrawn].filter((id) => storedHashes.has(id))
  const added = [...entries.keys()].filter((id) => !storedHashes.has(id))
  const next = createState(at ?? state, state.titles + added.length - gone.length)
  const documents: Pending[] = [
    ...[...entries.values()].map((entry) => toDocument(entry, locale)),
    ...gone.map((id) => ({ id, kind: 'gone' as const })),
  ]

  ledger.begin(next)
  await replaceTitles(client, index, documents, next, (document, reason) => {
    if (document.kind !== 'gone') return refuse(document, reason)
    throw new Error(`Meilisearch refused to forget a title: ${reason}`)
  })
  ledger.confirm(next)
  if (gone.length > 0) await deleteGone(client, index)
}

/** The hashes of existing documents by id, without those of withdrawn titles. */
async function readHashes(
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

/** Deletes by kind and not by id: if it runs late, the title of an id may be back. */
async function deleteGone(client: Meilisearch, index: string): Promise<void> {
  // What remains is never found, and is deleted the next time.
  await client
    .index(index)
    .deleteDocuments({ filter: 'kind = gone' })
    .catch(() => undefined)
}

async function readStanding({ client, index, ledger }: OwnIndex): Promise<Standing> {
  try {
    const state = await ledger.readState()
    const differing = differingSettings(await client.index(index).getSettings())
    if (differing.length > 0) return { damage: `other settings: ${differing.join(', ')}` }
    ledger.confirm(state)
    return { position: { feed: state.feed, revision: state.revision }, titles: state.titles }
  } catch (error) {
    return { damage: damageOf(error) }
  }
}

async function findDamage({ ledger }: OwnIndex): Promise<string | undefined> {
  // Nothing was written yet that could be damaged.
  if (!ledger.isKnown) return undefined
  try {
    await ledger.readOwnState()
    return undefined
  } catch (error) {
    return damageOf(error)
  }
}

/**
 * Says what is wrong with the index.
 *
 * @throws the error itself when the index is not at fault
 */
function damageOf(error: unknown): string {
  if (error instanceof IncompleteIndex || error instanceof IndexChanged) return error.message
  if (error instanceof Error && DAMAGE_CODES.has(meiliCodeOf(error) ?? '')) return error.message
  throw error
}
