import type { PagePath } from '#shared/contracts/primitives.ts'
import { spanUnderWay } from '#shared/tracing/span.ts'
import { type EntryMaker, makeEntries } from './make-entry.ts'
import { type Follower, forgetPage, loadFollower } from './page-registry.ts'
import { type Publisher, publishEntries } from './publish-entries.ts'
import { postponePages } from './stale-pages.ts'

export interface RebuildOutcome {
  made: number
  /** Pages that cannot be rendered, and why. They are tried again later. */
  failures: { path: PagePath; error: unknown }[]
  /** For how many seconds each page had been stale, of those for which it is known. */
  lags: number[]
}

/**
 * The job: makes the entries of these paths from what content says now, and forgets paths that are
 * no more. Doing it twice does no harm, and neither does dying half-way.
 *
 * @param before the registry as it was before the models are read, where that is known
 * @throws {SiteError} `unavailable` when content does not answer: nothing was done then
 */
export async function rebuildPages(
  publisher: Publisher,
  maker: EntryMaker,
  paths: readonly PagePath[],
  before?: Follower,
): Promise<RebuildOutcome> {
  const { db, store, build, noteNews = false } = publisher
  const { registry, revision: followed } = before ?? (await loadFollower(db))
  const results = await makeEntries(maker, paths)

  const made = results.filter((result) => result.outcome === 'made')
  // By these, the trace of an edit and that of its rebuild are found from one another.
  const [path, first] = [paths[0] ?? '', made[0]]
  spanUnderWay()?.note({
    'finlore.path': path,
    ...(first && { 'finlore.revision': first.entry.revision }),
  })
  const failures = results.filter((result) => result.outcome === 'failed')
  const unknown = results.filter((result) => result.outcome === 'unknown')
  const lags = made.length > 0 ? await publishEntries(publisher, registry, made) : []
  for (const { path, revision } of unknown) {
    const known = { build, path, revision: revision ?? followed, noteNews }
    await forgetPage(db, known, async () => {
      await store.remove(path)
      await store.noteChange()
    })
  }
  if (failures.length > 0) {
    await postponePages(
      db,
      build,
      failures.map(({ path }) => path),
    )
  }
  return { made: made.length, failures, lags }
}
