import { setTimeout as sleep } from 'node:timers/promises'
import type { PageModels } from '#shared/contracts/page-model.ts'
import type { PagePath, Revision } from '#shared/contracts/primitives.ts'
import { withoutDeadline } from '#shared/deadline.ts'
import type { ChangeNotice } from './change-notice.ts'

/** Loads the models of pages in one snapshot, which is not older than the call. */
export type LoadModels = (paths: readonly PagePath[]) => Promise<PageModels>

export interface EditedModels {
  /**
   * Begins to load the models of the pages that a change edited, for the process that makes them.
   *
   * @returns these pages; none when they are too many
   */
  begin(notice: ChangeNotice): PagePath[]
  /** Models that are not older than a revision: those that are being loaded for it, or new ones. */
  load(paths: readonly PagePath[], since: Revision): Promise<PageModels>
}

/** More edited pages than this are not made at once: followers ask for their models one by one. */
const MAX_PAGES = 4
/**
 * The notice of a commit mostly comes before the answer to the commit itself. This lets the editor
 * have their answer before the thread is busy with models.
 */
const EDITOR_FIRST_MS = 1
/** Followers ask a few milliseconds after they hear of a change. */
const KEPT_MS = 1_000

/** Models of edited pages, loaded once for all followers who hear of the same edit. */
export function createEditedModels(
  load: LoadModels,
  { keptMs = KEPT_MS }: { keptMs?: number } = {},
): EditedModels {
  let last: { notice: ChangeNotice; loading: Promise<PageModels> } | undefined

  return {
    begin(notice) {
      const { edited, revision } = notice
      if (edited.length === 0 || edited.length > MAX_PAGES) return []
      if (last?.notice.revision === revision) return edited
      // It is shared with requests that have more time left than this one.
      const loading = withoutDeadline(async () => {
        await sleep(EDITOR_FIRST_MS)
        return load(edited)
      })
      // Those who ask for them hear of it.
      loading.catch(() => {})
      const latest = { notice, loading }
      last = latest
      setTimeout(() => {
        if (last === latest) last = undefined
      }, keptMs).unref()
      return edited
    },
    load(paths, since) {
      const isShared = last && last.notice.revision >= since && isSame(last.notice.edited, paths)
      return last && isShared ? last.loading : load(paths)
    },
  }
}

const isSame = (some: readonly PagePath[], others: readonly PagePath[]) =>
  some.length === others.length && some.every((path, place) => path === others[place])
