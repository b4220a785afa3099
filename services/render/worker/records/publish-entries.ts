import type { Kysely } from 'kysely'
import type { PagePath, Tag } from '#shared/contracts/primitives.ts'
import { inTransaction } from '#shared/database/pg/in-transaction.ts'
import { settleAll } from '#shared/settle-all.ts'
import { changesListing, type Listing, NOT_LISTED } from '../../documents/listing.ts'
import { isLeftPlain } from '../../store/later-forms.ts'
import type { PageStore } from '../../store/page-store.ts'
import { fingerprintOf, type StoredEntry } from '../../store/stored-entry.ts'
import type { RenderDatabase } from './database.ts'
import { decidePublication, needsStored, type Publication } from './decide-publication.ts'
import { type ChangedListing, queueNotifications } from './index-now-queue.ts'
import { shareFollower } from './page-registry.ts'
import { proveLocks } from './prove-locks.ts'
import { announcePublished } from './published-signal.ts'
import { notePurges } from './purge-queue.ts'
import {
  type LockedPage,
  lockPages,
  markStale,
  type PageToRecord,
  recordPages,
} from './record-pages.ts'
import { makeAgain } from './stale-pages.ts'

export interface Publisher {
  db: Kysely<RenderDatabase>
  store: PageStore
  build: string
  /** Whether search engines hear of what editors change; `false` by default. */
  notifiesSearchEngines?: boolean | undefined
}

/** An entry with the tags that were read to make it. */
export interface EntryWithReads {
  entry: StoredEntry
  tags: readonly Tag[]
  /** Only pages have one. */
  listing?: Listing
}

export interface PublishOptions {
  /** The entries were missing or damaged in the store; damaged ones are replaced. */
  lost?: boolean
}

interface PageToPublish extends PageToRecord {
  entry: StoredEntry
}

/**
 * Stores entries and records them in the registry. Safe to repeat and to run twice at once: an older
 * entry never replaces a newer one, and one that equals the former one is not written again.
 *
 * A page counts as stale, on disk, before anything of it is stored and until its reads are recorded:
 * a process that is killed in between leaves a page that will be made again, never one that no change
 * can reach. A change between the model and its recording makes the page stale at once. The recording
 * need not reach the disk immediately: without it the page is still stale.
 *
 * @param registry the registry's name as it was before the entries' models were read: another one
 *   knows another history
 * @returns for each page that is no longer stale, how many seconds it had been stale
 */
export async function publishEntries(
  publisher: Publisher,
  registry: string,
  made: readonly EntryWithReads[],
  { lost = false }: PublishOptions = {},
): Promise<number[]> {
  const pages = made.map(toPublish)
  const publish = async (options: AttemptOptions) => {
    const published = await tryToPublish(publisher, pages, options)
    if (!published) return undefined
    const { changed, staleMs, lockedAt } = published
    const lags = staleMs.map((ms) => (ms + performance.now() - lockedAt) / 1_000)
    if (changed.length > 0) await queueNotifications(publisher.db, changed)
    return lags
  }
  // A single page is nearly always stale already: that is why it is made, and an editor waits for
  // it. Among many there may be some that are made only because they show an older header.
  const quickly =
    pages.length === 1 ? await publish({ registry, lost, onlyStale: true }) : undefined
  if (quickly) return quickly
  await markStale(publisher.db, publisher.build, pages)
  // A page that is still not stale has a newer one recorded, which may have been lost.
  return (await publish({ registry, lost, onlyStale: false })) ?? []
}

const toPublish = ({ entry, tags, listing = NOT_LISTED }: EntryWithReads): PageToPublish => ({
  entry,
  path: entry.path,
  revision: entry.revision,
  tags,
  etag: fingerprintOf(entry),
  bytes: sizeOf(entry),
  plain: isLeftPlain(entry),
  listing,
})

interface AttemptOptions {
  registry: string
  lost: boolean
  onlyStale: boolean
}

/** What a transaction has published. */
interface Published {
  /** For each page that is no longer stale, how long it had been stale when it was locked. */
  staleMs: number[]
  /** By the clock of `performance.now()`. */
  lockedAt: number
  /** What search engines should fetch again. */
  changed: ChangedListing[]
}

/**
 * One transaction: locks the pages, decides about each, stores what is new, and records it.
 *
 * @returns `undefined`, with nothing done, when `onlyStale` is set and some are not stale
 */
async function tryToPublish(
  { db, store, build, notifiesSearchEngines = false }: Publisher,
  pages: readonly PageToPublish[],
  { registry, lost, onlyStale }: AttemptOptions,
): Promise<Published | undefined> {
  /** Paths that may have another entry in the store since. */
  const touched = new Set<PagePath>()
  const work = inTransaction(db, async (tx, send) => {
    const prove = proveLocks(tx)
    // The follower is locked before the pages, as in `applyChanges`, which prevents a deadlock.
    const [follower, recorded] = await settleAll([shareFollower(tx), lockPages(tx, build, pages)])
    const lockedAt = performance.now()
    if (follower.registry !== registry) return { staleMs: [], lockedAt, changed: [] }
    if (onlyStale && pages.some(({ path }) => !recorded.get(path)?.isStale)) return undefined

    const outcomes = await storeEntries(store, pages, recorded, {
      lost,
      async beforeWrite(path) {
        await prove()
        touched.add(path)
      },
    })
    const published = outcomes.filter(({ publication }) => publication !== 'old')
    const written = outcomes.filter(({ publication }) => publication === 'written')
    const late = await recordPages(
      tx,
      send,
      { build, followed: follower.revision },
      published.map(asStored),
    )
    const paths = written.map(({ page }) => page.path)
    notePurges(send, paths)
    announcePublished(send, build, paths)
    return {
      lockedAt,
      staleMs: published.flatMap(({ page: { path }, former: { staleMs } }) =>
        staleMs === null || late.has(path) ? [] : staleMs,
      ),
      // A new build or a new header changes no listing, so it adds nothing here.
      changed: notifiesSearchEngines
        ? written.flatMap(({ page: { path, listing }, former }) =>
            changesListing(former, listing) ? { path, listing } : [],
          )
        : [],
    }
  })
  return work.catch(async (error: unknown) => {
    // The locks may have been lost at the last moment, and another process may have recorded these
    // pages as fresh since. If the database is down altogether, they are still stale.
    await makeAgain(db, build, [...touched]).catch(() => {})
    throw error
  })
}

/** What was not written again has the forms that it had before. */
const asStored = ({ page, former, publication }: Outcome): PageToRecord =>
  publication === 'written' ? page : { ...page, plain: former.plain }

interface Outcome {
  page: PageToPublish
  former: LockedPage
  publication: Publication
}

/**
 * Stores what is new, and notes that it replaces something. If the process is killed in between, the
 * pages stay stale, and both are repeated.
 *
 * @param options.beforeWrite throws when a page may not be locked any more
 * @returns the outcome for each page that the registry knows
 * @throws the first failure, after all others are stored
 */
async function storeEntries(
  store: PageStore,
  pages: readonly PageToPublish[],
  recorded: ReadonlyMap<PagePath, LockedPage>,
  { lost, beforeWrite }: { lost: boolean; beforeWrite(path: PagePath): Promise<void> },
): Promise<Outcome[]> {
  const attempts = await Promise.allSettled(
    pages.flatMap((page) => {
      const former = recorded.get(page.path)
      return former ? [storeEntry(page, former)] : []
    }),
  )
  const done = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? attempt.value : []))
  const isReplaced = done.some(
    ({ publication, former }) => publication === 'written' && former.builtRevision > 0,
  )
  if (isReplaced) await store.noteChange()
  for (const attempt of attempts) if (attempt.status === 'rejected') throw attempt.reason
  return done

  async function storeEntry(page: PageToPublish, former: LockedPage): Promise<Outcome> {
    const known = { revision: former.builtRevision, etag: former.etag }
    const stored = needsStored(page, known) ? await describe(store, page.path, { lost }) : undefined
    const publication = decidePublication(page, known, stored)
    if (publication === 'written') {
      await beforeWrite(page.path)
      await store.write(page.entry)
    }
    return { page, former, publication }
  }
}

async function describe(store: PageStore, path: PagePath, { lost }: { lost: boolean }) {
  if (!lost) return store.describe(path)
  // `describe` would not see damage to a body.
  const entry = (await store.read(path))?.entry
  return entry && { fingerprint: fingerprintOf(entry), revision: entry.revision }
}

const sizeOf = ({ bodies }: StoredEntry) =>
  Object.values(bodies).reduce((sum, { bytes }) => sum + bytes.identity.length, 0)
