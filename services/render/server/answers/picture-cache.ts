import type { FastifyBaseLogger } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { ArticlePage } from '#shared/contracts/page.ts'
import { CALM, type LoadLadder } from '#shared/http/load-ladder.ts'
import { createRoom } from '#shared/room.ts'
import { articlePicture, type Picture, SITE_SUBJECT, sitePicture } from '../../documents/picture.ts'
import { pictureName } from '../../documents/picture-address.ts'
import { storedArticle } from '../../documents/stored-article.ts'
import type { PictureStore } from '../../store/page-store.ts'
import type { Drawer } from '../pictures/draw-in-threads.ts'
import type { EntryLoader } from './load-entry.ts'
import type { ShellLoader } from './load-shell.ts'

/** Pictures that are drawn or wait for it at the same time. */
const MAX_DRAWING = 32

/** What a picture's name leads to: a PNG file, or the name that its subject's picture has now. */
type FoundPicture = { png: Buffer } | { movedTo: string }

export type PictureCache = ReturnType<typeof createPictureCache>

export interface PictureOptions {
  store: PictureStore
  drawer: Pick<Drawer, 'draw'>
  loadEntry: EntryLoader
  loadShell: ShellLoader
  metrics: Registry
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Says what is shed under load; by default nothing is. */
  ladder?: LoadLadder
}

/**
 * Answers with pictures from the store, and draws a missing one from the stored page and the stored
 * shell. A name that no page gives to its picture is neither drawn nor looked for in the store: a
 * guessed name must not cost more than a guessed page.
 */
export function createPictureCache(options: PictureOptions) {
  const { store, drawer, loadEntry, loadShell, log, ladder = CALM } = options
  const finding = new Map<string, Promise<FoundPicture | undefined>>()
  /** Pictures that are drawn and not yet in the store. */
  const storing = new Map<string, { png: Buffer; done: Promise<void> }>()
  const drawings = createRoom({ places: () => MAX_DRAWING, maxWaiting: () => 0, maxWaitMs: 0 })
  const drawn = new Counter({
    name: 'finlore_pictures_drawn_total',
    help: 'Preview pictures that were drawn; the others came from the store',
    registers: [options.metrics],
  })

  async function findNow(name: string, subject: string): Promise<FoundPicture | undefined> {
    const pictures = await picturesOf(subject)
    const picture = pictures.find((one) => pictureName(one) === name)
    if (!picture) {
      const [present] = pictures
      return present && { movedTo: pictureName(present) }
    }
    const stored = await store.read(name).catch((error: unknown) => {
      log.warn({ err: error, picture: name }, 'the page store does not answer')
      return undefined
    })
    return { png: stored ?? (await draw(name, picture)) }
  }

  /** An article may have the slug that stands for the site, so both pictures are candidates. */
  async function picturesOf(subject: string): Promise<Picture[]> {
    const page = await loadArticle(subject)
    const isSite = subject === SITE_SUBJECT
    if (!page && !isSite) return []
    const { site } = await loadShell()
    return [...(page ? [articlePicture(page, site)] : []), ...(isSite ? [sitePicture(site)] : [])]
  }

  async function loadArticle(slug: string): Promise<ArticlePage | undefined> {
    const entry = await loadEntry(`/articles/${slug}`)
    // An address from before the article was renamed leads to the article's present picture.
    const present = entry?.location === undefined ? entry : await loadEntry(entry.location)
    return present && storedArticle(present)
  }

  async function draw(name: string, picture: Picture): Promise<Buffer> {
    ladder.refuse('images')
    const png = await drawings.enter(() => drawer.draw(picture))
    drawn.inc()
    const done = store
      .write(name, png)
      .catch((error: unknown) => {
        log.warn({ err: error, picture: name }, 'picture served but not stored')
      })
      .finally(() => storing.delete(name))
    storing.set(name, { png, done })
    return png
  }

  return {
    /**
     * Draws the picture if it is not stored; only once for all clients that want it at the same
     * time.
     *
     * @returns `undefined` when there is no such subject
     * @throws {SiteError} `unavailable` when it can neither be loaded nor drawn at the moment
     */
    async find(name: string, subject: string): Promise<FoundPicture | undefined> {
      const drawnNow = storing.get(name)
      if (drawnNow) return { png: drawnNow.png }
      const shared = finding.get(name)
      if (shared) return shared
      const work = findNow(name, subject).finally(() => finding.delete(name))
      finding.set(name, work)
      return work
    },
    /** Waits until the pictures drawn so far are stored. */
    async stored(): Promise<void> {
      await Promise.allSettled(finding.values())
      await Promise.all([...storing.values()].map(({ done }) => done))
    },
  }
}
