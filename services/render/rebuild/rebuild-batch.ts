import type { PagePath } from '#shared/contracts/primitives.ts'
import { encodeInThreads } from '../store/encode-in-threads.ts'
import type { EntryMaker } from './make-entry.ts'
import type { Publisher } from './publish-entries.ts'
import { type RebuildOutcome, rebuildPages } from './rebuild-pages.ts'
import { postponePages } from './stale-pages.ts'

/** So few are compressed before a thread would have begun. */
const FEW = 16
/** So many pages in a row that fail by themselves are no accident: something is down. */
const PATIENCE = 5

/**
 * Makes pages together; where that fails, one by one, so that a bad one is put off and never keeps
 * the others from being made.
 *
 * @throws what the first pages threw, when they failed one by one as well
 */
export async function rebuildBatch(
  publisher: Publisher,
  maker: EntryMaker,
  paths: readonly PagePath[],
): Promise<RebuildOutcome> {
  try {
    return await rebuildPages(publisher, paths.length < FEW ? maker : quickly(maker), paths)
  } catch {
    return rebuildOneByOne(publisher, maker, paths)
  }
}

async function rebuildOneByOne(
  publisher: Publisher,
  maker: EntryMaker,
  paths: readonly PagePath[],
): Promise<RebuildOutcome> {
  const result: RebuildOutcome = { made: 0, failures: [] }
  const findBad = async (some: readonly PagePath[], patience: number) => {
    const bad: RebuildOutcome['failures'] = []
    for (const path of some) {
      try {
        const one = await rebuildPages(publisher, maker, [path])
        result.made += one.made
        result.failures.push(...one.failures)
      } catch (error) {
        bad.push({ path, error })
        if (result.made === 0 && bad.length >= patience) throw error
      }
    }
    return bad
  }
  const suspects = await findBad(paths, Math.min(PATIENCE, paths.length))
  // What was down may have come back between them and those that were made.
  const bad = await findBad(pathsOf(suspects), Number.POSITIVE_INFINITY)
  if (bad.length > 0) await postponePages(publisher.db, publisher.build, pathsOf(bad))
  return { ...result, failures: [...result.failures, ...bad] }
}

const pathsOf = (failures: RebuildOutcome['failures']) => failures.map(({ path }) => path)

const quickly = (maker: EntryMaker): EntryMaker => ({ ...maker, encode: encodeInThreads })
