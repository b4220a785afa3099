import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { isStaticQueryPath } from '../public-files/static-queries.ts'
import type { Database } from './database.ts'
import type { Publisher } from './publish-entries.ts'
import { makeAgain } from './stale-pages.ts'

const PART = 500
/** Between parts, so that the audit of a large store takes nobody's turn. */
const PAUSE_MS = 20
/** An entry that nobody has on record may be just about to be recorded. */
const GRACE_MS = 10 * 60_000

export interface AuditResult {
  /** Pages whose entry was lost, damaged or of another time: they are made again. */
  lost: number
  /** Pages whose reads were lost, so that no change could reach them: they are made again. */
  unreachable: number
  /** Entries that stood for no page on record: they are gone. */
  orphans: number
}

/**
 * Compares the store with the registry, page by page, and the registry with itself. Pages are not
 * forced to the disk one by one, so after a power cut some may be of before it; and files and rows
 * may be lost by anybody's hand.
 */
export async function auditStore(
  { db, store, build }: Publisher,
  signal: AbortSignal,
  now: () => number = Date.now,
): Promise<AuditResult> {
  const result = { lost: 0, unreachable: 0, orphans: 0 }
  let after = ''
  for (;;) {
    signal.throwIfAborted()
    const pages = await builtPages(db, build, after)
    const checked = await Promise.all(
      pages.map(async ({ path, etag }) => {
        const stored = await store.describe(path)
        return stored?.fingerprint === etag ? [] : [path]
      }),
    )
    result.lost += await makeAgain(db, build, checked.flat())
    // Answers that pages named before read nothing, and could not be made again.
    const unreachable = pages.filter(({ path, hasReads }) => !hasReads && !isStaticQueryPath(path))
    result.unreachable += await makeAgain(
      db,
      build,
      unreachable.map(({ path }) => path),
    )
    const last = pages.at(-1)
    if (!last) break
    after = last.path
    await sleep(PAUSE_MS, undefined, { signal })
  }

  let part: PagePath[] = []
  const dropOrphans = async () => {
    const known = await knownPaths(db, build, part)
    const orphans = part.filter((path) => !known.has(path))
    try {
      await Promise.all(orphans.map((path) => store.remove(path)))
    } finally {
      if (orphans.length > 0) await store.noteChange()
    }
    result.orphans += orphans.length
    part = []
  }
  for await (const { path, writtenAt } of store.list()) {
    signal.throwIfAborted()
    if (writtenAt.getTime() < now() - GRACE_MS) part.push(path)
    if (part.length >= PART) await dropOrphans()
  }
  await dropOrphans()
  return result
}

function builtPages(db: Kysely<Database>, build: string, after: string) {
  return db
    .selectFrom('page')
    .leftJoin('page_reads', (join) =>
      join.onRef('page_reads.build', '=', 'page.build').onRef('page_reads.path', '=', 'page.path'),
    )
    .select(['page.path', 'page.etag'])
    .select(sql<boolean>`page_reads.path is not null`.as('hasReads'))
    .where('page.build', '=', build)
    .where('page.path', '>', after)
    .where('page.built_revision', '>', 0)
    .orderBy('page.path')
    .limit(PART)
    .execute()
}

async function knownPaths(db: Kysely<Database>, build: string, paths: readonly PagePath[]) {
  if (paths.length === 0) return new Set<PagePath>()
  const rows = await db
    .selectFrom('page')
    .select('path')
    .where('build', '=', build)
    .where('path', 'in', paths)
    .execute()
  return new Set(rows.map(({ path }) => path))
}
