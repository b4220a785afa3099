import type { Slug } from '#shared/contracts/primitives.ts'
import { articlePath } from '../addresses/article-path.ts'
import type { Edit } from '../changes/commit-edit.ts'
import type { ArticleEventKind } from './webhook-kinds.ts'
import { notifyReceivers } from './webhook-outbox.ts'

/** The most addresses that an event names. */
const MAX_PATHS = 100

/** What an import has done with articles, in place of an event for each. */
export interface ImportTally {
  note(kind: ArticleEventKind, path: string): void
  of(kind: ArticleEventKind): { count: number; paths: string[] }
}

export function createImportTally(): ImportTally {
  const counts = new Map<ArticleEventKind, { count: number; paths: string[] }>()
  const of = (kind: ArticleEventKind) => counts.get(kind) ?? { count: 0, paths: [] }
  return {
    note(kind, path) {
      const { count, paths } = of(kind)
      counts.set(kind, {
        count: count + 1,
        paths: paths.length < MAX_PATHS ? [...paths, path] : paths,
      })
    },
    of,
  }
}

/**
 * Notifies receivers of all articles of an import at once.
 *
 * @param options.inserted those of a first import, which are not saved one by one
 */
export function notifyOfImport(
  edit: Edit,
  tally: ImportTally,
  { now, inserted }: { now: Date; inserted: readonly { slug: Slug }[] },
): void {
  for (const { slug } of inserted) tally.note('article.published', articlePath(slug))
  const data = {
    revision: edit.revision,
    published: tally.of('article.published'),
    changed: tally.of('article.changed'),
    withdrawn: tally.of('article.withdrawn'),
  }
  if (data.published.count + data.changed.count + data.withdrawn.count === 0) return
  notifyReceivers(edit, { kind: 'articles.imported', article: null, at: now.toISOString(), data })
}
