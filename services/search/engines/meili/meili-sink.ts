import type { TitleEntry } from '#shared/contracts/change.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { TitleChange, TitleSink } from '../../titles/title-sink.ts'
import type { FeedPosition } from '../engine.ts'
import { askWholeIndex, IncompleteIndex, IndexChanged } from './ask-index.ts'
import { connectMeili, indexNameOf, type MeiliAddress, meiliCodeOf } from './connect.ts'
import { settleTasks } from './finish-task.ts'
import { differingSettings } from './index-settings.ts'
import { createState, type IndexState } from './index-state.ts'
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
  /** What the index contains, whoever wrote it. @throws when Meilisearch does not answer */
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

/** Stores titles in Meilisearch. It must be the only one that writes to the index. */
export function createMeiliSink(options: MeiliSinkOptions): MeiliSink {
  const { locale, onRefused = () => {} } = options
  const { index = indexNameOf(locale) } = options
  const client = connectMeili(options)
  /** Stamps that the index may have: two after a task whose outcome is not known. */
  let stamps: string[] = []
  let isSettled = false
  let last: Promise<unknown> = Promise.resolve()

  function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }

  function refuse(document: TitleDocument, reason: string): TitleDocument {
    onRefused(document.articleId ?? document.id, reason)
    return asRefused(document, reason)
  }

  async function readState(): Promise<IndexState> {
    if (!isSettled) await settleTasks(client, index)
    isSettled = true
    return (await askWholeIndex(client, index, [])).state
  }

  async function readOwnState(): Promise<IndexState> {
    const state = await readState()
    if (!stamps.includes(state.stamp)) throw new IncompleteIndex('somebody else wrote to the index')
    stamps = [state.stamp]
    return state
  }

  async function write({ upserts, removals }: TitleChange, at?: FeedPosition): Promise<void> {
    const state = await readOwnState()
    const entries = new Map(upserts.map((entry) => [documentIdOf(entry.id), entry]))
    const withdrawn = new Set(removals.map(documentIdOf))
    for (const id of withdrawn) entries.delete(id)

    const kept = await readHashes([...entries.keys(), ...withdrawn])
    const gone = [...withdrawn].filter((id) => kept.has(id))
    const added = [...entries.keys()].filter((id) => !kept.has(id))
    const next = createState(at ?? state, state.titles + added.length - gone.length)
    const documents: Pending[] = [
      ...[...entries.values()].map((entry) => toDocument(entry, locale)),
      ...gone.map((id) => ({ id, kind: 'gone' as const })),
    ]

    isSettled = false
    stamps.push(next.stamp)
    await replaceTitles(client, index, documents, next, (document, reason) => {
      if (document.kind !== 'gone') return refuse(document, reason)
      throw new Error(`Meilisearch refused to forget a title: ${reason}`)
    })
    stamps = [next.stamp]
    isSettled = true
    if (gone.length > 0) await sweep()
  }

  /** The hashes of existing documents by id, without those of withdrawn titles. */
  async function readHashes(ids: readonly string[]): Promise<Map<string, string>> {
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
  async function sweep(): Promise<void> {
    // What remains is never found, and is deleted the next time.
    await client
      .index(index)
      .deleteDocuments({ filter: 'kind = gone' })
      .catch(() => undefined)
  }

  return {
    replaceAll: (pages, position) =>
      oneAtATime(async () => {
        let state = createState(position, 0)
        isSettled = false
        await rebuildIndex(client, index, async (fresh) => {
          const count = await loadDocuments(client, fresh, documentsOf(pages), refuse)
          state = createState(position, count)
          return { count, state }
        })
        stamps = [state.stamp]
        isSettled = true
      }),

    apply: (change, position) => oneAtATime(() => write(change, position)),

    repair: (read) => oneAtATime(async () => write(await read())),

    readStanding: () =>
      oneAtATime(async () => {
        try {
          const state = await readState()
          const differing = differingSettings(await client.index(index).getSettings())
          if (differing.length > 0) return { damage: `other settings: ${differing.join(', ')}` }
          stamps = [state.stamp]
          return { position: { feed: state.feed, revision: state.revision }, titles: state.titles }
        } catch (error) {
          return { damage: damageOf(error) }
        }
      }),

    findDamage: () =>
      oneAtATime(async () => {
        // Nothing was written yet that could be damaged.
        if (stamps.length === 0) return undefined
        try {
          await readOwnState()
          return undefined
        } catch (error) {
          return damageOf(error)
        }
      }),

    async findDiffering(entries) {
      const hashes = await readHashes(entries.map(({ id }) => documentIdOf(id)))
      return entries
        .filter((entry) => hashes.get(documentIdOf(entry.id)) !== titleHash(entry))
        .map(({ id }) => id)
    },
  }

  async function* documentsOf(pages: AsyncIterable<readonly TitleEntry[]>) {
    for await (const page of pages) yield page.map((entry) => toDocument(entry, locale))
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
