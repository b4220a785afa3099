import type { PagePath } from '#shared/contracts/primitives.ts'
import { type EntryMaker, makeEntry } from './make-entry.ts'
import { forgetPage, loadFollower } from './page-registry.ts'
import { type Publisher, publishEntry } from './publish-entry.ts'

/**
 * The job: makes a path's entry from what content says now, or forgets a path that is no more.
 * Doing it twice does no harm, and neither does dying half-way.
 */
export async function rebuildPage(
  publisher: Publisher,
  maker: EntryMaker,
  path: PagePath,
): Promise<void> {
  const { registry } = await loadFollower(publisher.db)
  const made = await makeEntry(maker, path)
  if (made.known) return publishEntry(publisher, registry, made.entry, made.tags)
  await forgetPage(publisher.db, publisher.build, path, () => publisher.store.remove(path))
}
