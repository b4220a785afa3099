import { setTimeout as sleep } from 'node:timers/promises'
import type { ChangeFeedWithPages } from '#shared/contracts/change.ts'
import type { PageModels } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { withoutDeadline } from '#shared/deadline.ts'
import { within } from '#shared/within.ts'
import type { ChangeNotice } from './change-notice.ts'

/** Loads the models of pages in one snapshot, which is not older than the call. */
export type LoadModels = (paths: readonly PagePath[]) => Promise<PageModels>

/** More edited pages than this are not made at once: followers ask for their models one by one. */
const MOST_PAGES = 4
/**
 * The notice of a commit mostly comes before the answer to the commit itself. This lets the editor
 * have their answer before the thread is busy with models.
 */
const EDITOR_FIRST_MS = 1
/** How long an answer waits for the models of edited pages; without them it is as useful. */
const MODELS_MS = 250

/**
 * Models of edited pages, loaded once for all followers who hear of the same edit.
 *
 * @returns a function that gives up soon: without models the answer to a follower is as true
 */
export function createEditedModels(load: LoadModels) {
  let last: { notice: ChangeNotice; loading: Promise<PageModels | undefined> } | undefined

  return async (notice: ChangeNotice): Promise<Pick<ChangeFeedWithPages, 'edited'>> => {
    const paths = notice.edited
    if (paths.length === 0 || paths.length > MOST_PAGES) return {}
    await sleep(EDITOR_FIRST_MS)
    if (last?.notice !== notice) {
      // It may be shared with requests that have more time left than this one.
      const loading = withoutDeadline(() => load(paths)).catch(() => undefined)
      const begun = { notice, loading }
      last = begun
      // What nobody asks for any more is not kept.
      void loading.then(() => {
        if (last === begun) last = undefined
      })
    }
    let models: PageModels | undefined
    await within(
      MODELS_MS,
      last.loading.then((loaded) => {
        models = loaded
      }),
    )
    return models ? { edited: { paths, ...models } } : {}
  }
}
