import type { PagePath } from '#shared/contracts/primitives.ts'
import { spanUnderWay } from '#shared/tracing/span.ts'
import { type EntryMaker, type MadeEntry, makeEntries } from '../../documents/make-entry.ts'
import type { StoredEntry } from '../../store/stored-entry.ts'
import { type Follower, forgetPage, loadFollower } from '../records/page-registry.ts'
import { type Publisher, publishEntries } from '../records/publish-entries.ts'
import { postponePages } from '../records/stale-pages.ts'

export interface RebuildOutcome {
  made: number
  /** Pages that cannot be rendered, and why. They are tried again later. */
  failures: { path: PagePath; error: unknown }[]
  /** Seconds that each page had been stale, where known. */
  lags: number[]
  /** What was made of the only page. */
  entry?: StoredEntry | undefined
}

/**
 * The job: makes the entries of these paths from what content says now, and removes paths that no
 * longer exist. It is safe to run twice, and to be killed half-way.
 *
 * @param before the registry as it was before the models are read, where that is known
 * @param begun what is being made of the only path already, unless it fails
 * @throws {SiteError} `unavailable` when content does not answer: nothing was done then
 */
export async function rebuildPages(
  publisher: Publisher,
  maker: EntryMaker,
  paths: readonly PagePath[],
  before?: Follower,
  rendering?: Promise<MadeEntry | undefined>,
): Promise<RebuildOutcome> {
  const { db, store, build, notifiesSearchEngines = false } = publisher
  const { registry, revision: followed } = before ?? (await loadFollower(db))
  const ready = await rendering
  const results = ready ? [ready] : await makeEntries(maker, paths)

  const made = results.filter((result) => result.outcome === 'made')
  // These attributes connect the trace of an edit with that of its rebuild.
  const [path, first] = [paths[0] ?? '', made[0]]
  spanUnderWay()?.note({
    'finlore.path': path,
    ...(first && { 'finlore.revision': first.entry.revision }),
  })
  const failures = results.filter((result) => result.outcome === 'failed')
  const unknown = results.filter((result) => result.outcome === 'unknown')
  const lags = made.length > 0 ? await publishEntries(publisher, registry, made) : []
  for (const { path, revision } of unknown) {
    const known = { build, path, revision: revision ?? followed, notifiesSearchEngines }
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
  return { made: made.length, failures, lags, entry: paths.length === 1 ? first?.entry : undefined }
}
