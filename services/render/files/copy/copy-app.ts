import type { Locale } from '#shared/contracts/primitives.ts'
import { createService, type LogOptions } from '#shared/http/create-service.ts'
import { observeWith } from '#shared/metrics/observe.ts'
import { pauseInProportion } from '#shared/pause-in-proportion.ts'
import { untilStopped } from '#shared/until-stopped.ts'
import type { LoadedBundle } from '../../documents/bundle/web-bundle.ts'
import {
  type LastingFileOptions,
  loadLastingFiles,
} from '../../server/answers/files/lasting-files.ts'
import type { PageStores } from '../../store/page-store.ts'
import { repeat } from '../../worker/records/repeat.ts'
import { openCopyFolder } from './copy-folder.ts'
import { copyStore } from './copy-store.ts'
import { sweepCopy } from './sweep-copy.ts'

export interface CopyDependencies extends LastingFileOptions {
  /** Read only. */
  store: Pick<PageStores, 'pages' | 'builds' | 'assets'>
  /** Created when missing. Several processes may keep a copy in the same one. */
  copyFolder: string
  bundle: LoadedBundle
  locale: Locale
  log: LogOptions
  /** Intervals; `TIMES` by default. */
  times?: Partial<typeof TIMES>
}

/** Upper bound of a pause: the first pass takes long, because it copies everything. */
const MAX_PAUSE_MS = 5 * 60_000
const HOUR_MS = 60 * 60_000
const TIMES = {
  /** Between the end of one pass over the store and the beginning of the next. */
  pauseMs: 5_000,
  /** Added: this multiple of the pass's duration, to leave time for other work. */
  pausePerLook: 3,
  /** Between two passes that mark every item. */
  markMs: HOUR_MS,
  /** Items that the store has not had for this long are removed. */
  keepMs: 24 * HOUR_MS,
}

/**
 * Builds the process that keeps a copy of all stored pages as files beside the web server, for when
 * render is down. It only needs the page store: no database and no service.
 *
 * @returns the process, which is not started
 */
export async function buildCopy(dependencies: CopyDependencies) {
  const times = { ...TIMES, ...dependencies.times }
  let savedAt: Date | undefined
  let pages = 0
  const service = createService({
    name: 'copy',
    log: dependencies.log,
    checks: {
      copy: () => {
        if (!savedAt) throw new Error('the copy is not complete yet')
      },
    },
  })
  const { log } = service.app
  const { gauge } = observeWith(service.metrics)
  gauge({
    name: 'finlore_copy_saved_timestamp_seconds',
    help: 'Unix time at which the copy of all stored pages was last brought up to date; 0 before the first',
    read: () => (savedAt?.getTime() ?? 0) / 1_000,
  })
  gauge({
    name: 'finlore_copy_pages',
    help: 'Pages and other documents in the copy',
    read: () => pages,
  })
  const folder = openCopyFolder(dependencies.copyFolder)
  const files = await loadLastingFiles(dependencies.bundle, dependencies)
  const copier = { ...dependencies, folder, files, log }
  let markedAt = 0

  async function look(signal: AbortSignal): Promise<void> {
    const startedAt = Date.now()
    const marking = startedAt - markedAt >= times.markMs
    await copyStore(copier, { marking, signal })
    // After a pass that did not mark, no item counts as old.
    const { spared, ...swept } = await sweepCopy(
      folder,
      new Date(marking ? startedAt - times.keepMs : 0),
    )
    if (spared > 0)
      log.warn({ spared }, 'the store has lost most of its pages; the copy keeps them')
    if (marking) markedAt = startedAt
    // While pages are still being made for the first time, each look finds more of them.
    if (swept.pages > 0 && swept.pages === pages) await folder.markWhole()
    pages = swept.pages
    savedAt = new Date(startedAt)
  }

  return {
    service,
    start() {
      const run = pauseInProportion(look, times.pausePerLook, MAX_PAUSE_MS)
      const work = { name: 'copying the page store', pauseMs: times.pauseMs, run }
      return untilStopped((stopping) => repeat(work, log, stopping))
    },
  }
}
