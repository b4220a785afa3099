import type { Locale } from '#shared/contracts/primitives.ts'
import { createService, type LogOptions, type Service } from '#shared/http/create-service.ts'
import type { IndexingSwitch } from '#shared/http/indexing.ts'
import { observeWith } from '#shared/metrics/observe.ts'
import type { LoadedBundle } from '../bundle/web-bundle.ts'
import type { ServiceWorkerSwitch } from '../config.ts'
import { loadLastingFiles } from '../public-files/lasting-files.ts'
import { repeat } from '../rebuild/repeat.ts'
import type { Store } from '../store/page-store.ts'
import { openCopyFolder } from './copy-folder.ts'
import { copyStore } from './copy-store.ts'
import { pauseInProportion } from './pause-in-proportion.ts'
import { sweepCopy } from './sweep-copy.ts'

export interface CopyDependencies {
  /** Read only. */
  store: Pick<Store, 'pages' | 'builds' | 'assets'>
  /** Made when missing. Several processes may keep a copy in the same one. */
  copyFolder: string
  bundle: LoadedBundle
  siteUrl: string
  locale: Locale
  serviceWorker?: ServiceWorkerSwitch
  /** Off unless told otherwise. */
  indexing?: IndexingSwitch
  /** By which search engines know who tells them of addresses, where they are told. */
  indexNowKey?: string | undefined
  log: LogOptions
  /** How often and how long; as below unless given. */
  times?: Partial<CopyTimes>
}

export interface CopyTimes {
  /** Between the end of one look at the store and the beginning of the next. */
  pauseMs: number
  /** And so many times as long as the look took, also when it failed: that of a large store must not be all that it does. */
  pausePerLook: number
  /** Between two looks that mark everything that is there. */
  markMs: number
  /** What the store has not had for so long goes. */
  keepMs: number
}

/** However long a look took: the first one copies all there is. */
const MAX_PAUSE_MS = 5 * 60_000
const HOUR_MS = 60 * 60_000
const TIMES: CopyTimes = {
  pauseMs: 5_000,
  pausePerLook: 3,
  markMs: HOUR_MS,
  keepMs: 24 * HOUR_MS,
}

/** A process that is built but copies nothing yet. */
export interface CopyApp {
  service: Service
  start(): { close(): Promise<void> }
}

/**
 * Builds the process that keeps a copy of all stored pages as files beside the web server, for when
 * render is away. It reads the page store and knows nothing else: no database and no service.
 */
export async function buildCopy(dependencies: CopyDependencies): Promise<CopyApp> {
  const { store, bundle, siteUrl, locale, indexNowKey } = dependencies
  const { serviceWorker = 'on', indexing = 'off' } = dependencies
  const times = { ...TIMES, ...dependencies.times }
  let savedAt: Date | undefined
  let pages = 0
  const service = createService({
    name: 'copy',
    log: dependencies.log,
    checks: {
      copy: () => {
        if (!savedAt) throw new Error('the copy is not whole yet')
      },
    },
  })
  const { log } = service.app
  const { gauge } = observeWith(service.metrics)
  gauge({
    name: 'finlore_copy_saved_timestamp_seconds',
    help: 'When the copy of all stored pages was last brought up to date; 0 before the first time',
    read: () => (savedAt?.getTime() ?? 0) / 1_000,
  })
  gauge({
    name: 'finlore_copy_pages',
    help: 'Pages and other documents that are in the copy',
    read: () => pages,
  })
  const folder = openCopyFolder(dependencies.copyFolder)
  const settings = { siteUrl, serviceWorker, indexing, indexNowKey }
  const files = await loadLastingFiles(bundle, settings)
  const copier = { store, folder, bundle, locale, ...settings, files, log }
  let markedAt = 0

  async function look(signal: AbortSignal): Promise<void> {
    const startedAt = Date.now()
    const marking = startedAt - markedAt >= times.markMs
    await copyStore(copier, { marking, signal })
    // Nothing is old before everything that is there was marked.
    const { spared, ...swept } = await sweepCopy(
      folder,
      new Date(marking ? startedAt - times.keepMs : 0),
    )
    if (spared > 0)
      log.warn({ spared }, 'the store has lost most of its pages; the copy keeps them')
    if (marking) markedAt = startedAt
    pages = swept.pages
    savedAt = new Date(startedAt)
  }

  return {
    service,
    start() {
      const stopping = new AbortController()
      const run = pauseInProportion(look, { perWork: times.pausePerLook, maxMs: MAX_PAUSE_MS })
      const running = repeat(
        { name: 'copying the page store', pauseMs: times.pauseMs, run },
        log,
        stopping.signal,
      )
      return {
        close() {
          stopping.abort()
          return running
        },
      }
    },
  }
}
