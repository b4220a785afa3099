import { hash } from 'node:crypto'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Reader } from '../database/reader.ts'
import type { Database, ReleaseState, ReleaseTable } from '../database/schema.ts'
import type { StoredDraft } from './stored-draft.ts'
import type { StoredSiteDraft } from './stored-site-draft.ts'
import { timeAndId, timeCursor } from './time-cursor.ts'

export type StoredRelease = Selectable<ReleaseTable>

/** A release and what it publishes. */
export interface WholeRelease {
  release: StoredRelease
  /** In the order of their addresses. */
  drafts: StoredDraft[]
  /** In the order of their files. */
  siteDrafts: StoredSiteDraft[]
}

/** States in which drafts belong to it. */
export const UNPUBLISHED = ['open', 'scheduled', 'held'] as const satisfies readonly ReleaseState[]

export async function findRelease(db: Reader, id: string): Promise<WholeRelease | undefined> {
  const release = await releaseAt(db, id).executeTakeFirst()
  return (
    release && {
      release,
      drafts: await draftsOf(db, id).execute(),
      siteDrafts: await siteDraftsOf(db, id).execute(),
    }
  )
}

/** The same. Neither it nor its drafts change until the end of the transaction. */
export async function lockRelease(
  tx: Transaction<Database>,
  id: string,
): Promise<WholeRelease | undefined> {
  const release = await releaseAt(tx, id).forUpdate().executeTakeFirst()
  return (
    release && {
      release,
      drafts: await draftsOf(tx, id).forUpdate().execute(),
      siteDrafts: await siteDraftsOf(tx, id).forUpdate().execute(),
    }
  )
}

const releaseAt = (db: Reader, id: string) =>
  db.selectFrom('release').selectAll().where('id', '=', id)

const draftsOf = (db: Reader, release: string) =>
  db
    .selectFrom('draft')
    .selectAll()
    .where('release', '=', release)
    .where('discarded_at', 'is', null)
    .orderBy('slug')
    .orderBy('id')

const siteDraftsOf = (db: Reader, release: string) =>
  db
    .selectFrom('site_draft')
    .selectAll()
    .where('release', '=', release)
    .where('discarded_at', 'is', null)
    .orderBy('file')
    .orderBy('id')

/** The version of a release, with that of each text: who names it has seen what is published. */
export const releaseTag = ({ release, drafts, siteDrafts }: WholeRelease): string => {
  const { id, name, state, publish_at } = release
  const texts = [
    ...drafts.map((draft) => [draft.id, draft.tag, draft.brings_back, draft.change_note]),
    ...siteDrafts.map((draft) => [draft.id, draft.tag]),
  ]
  const version = JSON.stringify([id, name, state, publish_at, texts])
  return `"${hash('sha256', version, 'base64url').slice(0, 22)}"`
}

/** Ends the wait of a release: its drafts can be changed again. */
export async function openDrafts(tx: Kysely<Database>, release: string): Promise<void> {
  for (const table of ['draft', 'site_draft'] as const) {
    await tx
      .updateTable(table)
      .set({ is_scheduled: false })
      .where('release', '=', release)
      .where('is_scheduled', '=', true)
      .execute()
  }
}

/**
 * Ends a release without a name, which is that of one draft, when the draft is published or discarded
 * without it.
 */
export const closeOwnRelease = (
  db: Kysely<Database>,
  draft: Pick<StoredDraft, 'release'>,
  ending: { state: 'published'; revision: number } | { state: 'cancelled' },
) =>
  db
    .updateTable('release')
    .set({ ...ending, reasons: '[]' })
    .where('id', '=', draft.release)
    .where('name', 'is', null)

/**
 * Releases in these states, the last changed first.
 *
 * @param options.after as the last answer says
 */
export async function listReleases(
  db: Reader,
  {
    states,
    after,
    limit,
  }: { states: readonly ReleaseState[]; after?: string | undefined; limit: number },
): Promise<{ releases: StoredRelease[]; after?: string }> {
  let query = db
    .selectFrom('release')
    .selectAll()
    .where('state', 'in', states)
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (after !== undefined) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('changed_at', 'id'), '<', tuple(...timeAndId(after))),
    )
  }
  const releases = await query.execute()
  const last = releases[limit - 1]
  return { releases, ...(last && { after: timeCursor(last.changed_at, last.id) }) }
}

/** What waits for its time, the next first. */
export const listScheduled = (db: Reader, limit: number): Promise<StoredRelease[]> =>
  db
    .selectFrom('release')
    .selectAll()
    .where('state', '=', 'scheduled')
    .orderBy('publish_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/**
 * What readers would call the texts of some releases: titles of articles, and names of files of the site.
 * Those of releases that are published are known to their editions.
 */
export async function titlesOfReleases(
  db: Reader,
  releases: readonly Pick<StoredRelease, 'id'>[],
): Promise<ReadonlyMap<string, string[]>> {
  if (releases.length === 0) return new Map()
  const ids = releases.map(({ id }) => id)
  const articles = db
    .selectFrom('draft')
    .select(['release', sql<string>`coalesce(fields ->> 'title', slug)`.as('title')])
    .where('release', 'in', ids)
    .where('discarded_at', 'is', null)
  const files = db
    .selectFrom('site_draft')
    .select(['release', 'file as title'])
    .where('release', 'in', ids)
    .where('discarded_at', 'is', null)
  const rows = await articles.unionAll(files).orderBy('title').execute()
  const byRelease = Map.groupBy(rows, ({ release }) => release ?? '')
  return new Map([...byRelease].map(([id, texts]) => [id, texts.map(({ title }) => title)]))
}
