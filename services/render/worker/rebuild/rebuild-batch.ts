import type { PagePath } from '#shared/contracts/primitives.ts'
import type { EntryMaker } from '../../documents/make-entry.ts'
import { findRead } from '../records/heat.ts'
import type { Publisher } from '../records/publish-entries.ts'
import { postponePages } from '../records/stale-pages.ts'
import { type RebuildOutcome, rebuildPages } from './rebuild-pages.ts'

/** If this many pages in a row fail even one by one, a dependency must be down. */
const PATIENCE = 5

/**
 * Makes pages in one batch, and compresses those that readers have asked for lately; if that fails, one by one, so that a bad page is postponed and does not
 * keep the others from being made.
 *
 * @throws the error of the first pages when they failed one by one as well
 */
export async function rebuildBatch(
  publisher: Publisher,
  maker: EntryMaker,
  paths: readonly PagePath[],
): Promise<RebuildOutcome> {
  try {
    const read = await findRead(publisher.db, paths)
    const sparing = { ...maker, staysPlain: (path: PagePath) => !read.has(path) }
    return await rebuildPages(publisher, sparing, paths)
  } catch {
    return rebuildOneByOne(publisher, maker, paths)
  }
}

async function rebuildOneByOne(
  publisher: Publisher,
  maker: EntryMaker,
  paths: readonly PagePath[],
): Promise<RebuildOutcome> {
  const result: RebuildOutcome = { made: 0, failures: [], lags: [] }
  const tryOne = async (path: PagePath) => {
    try {
      const one = await rebuildPages(publisher, maker, [path])
      result.made += one.made
      result.failures.push(...one.failures)
      result.lags.push(...one.lags)
      return undefined
    } catch (error) {
      return { path, error }
    }
  }

  const suspects: RebuildOutcome['failures'] = []
  for (const path of paths) {
    const failure = await tryOne(path)
    if (!failure) continue
    suspects.push(failure)
    const isDown = suspects.length >= Math.min(PATIENCE, paths.length)
    if (isDown && result.made === 0) throw failure.error
  }
  // The dependency may have recovered after the first failures, so they are tried once more.
  const bad: RebuildOutcome['failures'] = []
  for (const suspect of suspects) {
    const failure = bad.length < PATIENCE ? await tryOne(suspect.path) : suspect
    if (failure) bad.push(failure)
  }
  if (bad.length > 0) {
    await postponePages(
      publisher.db,
      publisher.build,
      bad.map(({ path }) => path),
    )
  }
  return { ...result, failures: [...result.failures, ...bad] }
}
