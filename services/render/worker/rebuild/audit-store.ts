import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { isStaticQueryPath } from '../../documents/static-queries.ts'
import type { RenderDatabase } from '../records/database.ts'
import type { Publisher } from '../records/publish-entries.ts'
import { purgePages } from '../records/purge-queue.ts'
import { makeAgain } from '../records/stale-pages.ts'

const PATHS_PER_PART = 500
/** Milliseconds between two parts, so that auditing a large store leaves time for other work. */
const PAUSE_MS = 20
/** An entry that is not recorded may be about to be. */
const GRACE_MS = 10 * 60_000

export interface AuditResult {
  /** Pages whose entry was missing, damaged or not the recorded one: they are made again. */
  lost: number
  /** Pages whose reads were lost, so that no change could reach them: they are made again. */
  unreachable: number
  /** Entries without a recorded page: they are removed. */
  orphans: number
}

/**
 * Compares the store with the registry, page by page, and the registry with itself. Writes of
 * single pages are not forced to the disk, so a power cut may bring back older ones; and files and
 * rows may be deleted by hand.
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
    // Static query answers for earlier pages read nothing, and could not be made again.
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
    // Before they are removed, so that a process that is killed in between does both again.
    await purgePages(db, orphans)
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
    if (part.length >= PATHS_PER_PART) await dropOrphans()
  }
  await dropOrphans()
  return result
}

function builtPages(db: Kysely<RenderDatabase>, build: string, after: string) {
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
    .limit(PATHS_PER_PART)
    .execute()
}

async function knownPaths(db: Kysely<RenderDatabase>, build: string, paths: readonly PagePath[]) {
  if (paths.length === 0) return new Set<PagePath>()
  const rows = await db
    .selectFrom('page')
    .select('path')
    .where('build', '=', build)
    .where('path', 'in', paths)
    .execute()
  return new Set(rows.map(({ path }) => path))
}
