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
import { createCopyRoom } from './copy-room.ts'
import { createLooks, LOOK_TIMES } from './look-again.ts'

export interface CopyDependencies extends LastingFileOptions {
  /** Read only. */
  store: Pick<PageStores, 'pages' | 'builds' | 'assets'>
  /** Created when missing. Several processes may keep a copy in the same one. */
  copyFolder: string
  bundle: LoadedBundle
  locale: Locale
  /** What it may take of the disk. */
  copyBytes: number
  log: LogOptions
  /** Intervals; `TIMES` by default. */
  times?: Partial<typeof TIMES>
}

/** Upper bound of a pause: the first pass takes long, because it copies everything. */
const MAX_PAUSE_MS = 5 * 60_000
const TIMES = {
  ...LOOK_TIMES,
  /** Between the end of one pass over the store and the beginning of the next. */
  pauseMs: 5_000,
  /** Added: this multiple of the pass's duration, to leave time for other work. */
  pausePerLook: 3,
  /** By then the web server gets requests even if the most read pages are not there yet. */
  readyMs: 2 * 60_000,
}

/**
 * Builds the process that keeps a copy of all stored pages as files beside the web server, for when
 * render is down. It only needs the page store: no database and no service.
 *
 * @returns the process, which is not started
 */
export async function buildCopy(dependencies: CopyDependencies) {
  const times = { ...TIMES, ...dependencies.times }
  const begunAt = Date.now()
  const service = createService({
    name: 'copy',
    log: dependencies.log,
    checks: {
      copy: () => {
        if (state.isReady || Date.now() - begunAt > times.readyMs) return
        throw new Error('the copy does not have the most read pages yet')
      },
    },
  })
  const { log } = service.app
  const folder = openCopyFolder(dependencies.copyFolder)
  const files = await loadLastingFiles(dependencies.bundle, dependencies)
  const room = createCopyRoom(folder, dependencies.copyBytes)
  const { state, look } = createLooks({ ...dependencies, folder, room, files, log }, times)
  const { gauge } = observeWith(service.metrics)
  gauge({
    name: 'finlore_copy_saved_timestamp_seconds',
    help: 'Unix time at which the copy of all stored pages was last brought up to date; 0 before the first',
    read: () => (state.savedAt?.getTime() ?? 0) / 1_000,
  })
  gauge({
    name: 'finlore_copy_pages',
    help: 'Pages and other documents in the copy',
    read: () => state.pages,
  })
  gauge({
    name: 'finlore_copy_left_out_items',
    help: 'Pages and other documents that have no room in the copy (COPY_BYTES)',
    read: () => state.refused,
  })

  return {
    service,
    start() {
      const run = pauseInProportion(look, times.pausePerLook, MAX_PAUSE_MS)
      const work = { name: 'copying the page store', pauseMs: times.pauseMs, run }
      return untilStopped((stopping) => repeat(work, log, stopping))
    },
  }
}
