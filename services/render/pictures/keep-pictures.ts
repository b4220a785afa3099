import type { FastifyBaseLogger } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { ArticlePage } from '#shared/contracts/page.ts'
import { CALM, type LoadLadder } from '#shared/http/load-ladder.ts'
import type { EntryLoader } from '../pages/load-entry.ts'
import type { ShellSource } from '../pages/shell-source.ts'
import type { PictureStore } from '../store/page-store.ts'
import type { Drawer } from './draw-in-threads.ts'
import { articlePicture, type Picture, SITE_SUBJECT, sitePicture } from './picture.ts'
import { pictureName } from './picture-address.ts'
import { storedArticle } from './stored-article.ts'

/** What became of a picture's name: a PNG file, or the name that its subject's picture has now. */
type FoundPicture = { png: Buffer } | { movedTo: string }

export interface KeptPictures {
  /**
   * Draws it if it is not stored, once however many ask.
   *
   * @returns `undefined` when the name has no subject
   * @throws {SiteError} `unavailable` when it can neither be had nor drawn just now
   */
  find(name: string, subject: string): Promise<FoundPicture | undefined>
  /** Waits for the pictures drawn so far that are being stored. */
  stored(): Promise<void>
}

export interface PictureOptions {
  store: PictureStore
  drawer: Pick<Drawer, 'draw'>
  loadEntry: EntryLoader
  shells: Pick<ShellSource, 'load'>
  metrics: Registry
  log: Pick<FastifyBaseLogger, 'warn'>
  /** What is left out under load; nothing unless given. */
  ladder?: LoadLadder
}

/**
 * Pictures from the store; what is missing is drawn from what the stored page and the stored shell
 * say. For a name that no page gives its picture, nothing is drawn and the store is not asked: a
 * guess must cost no more than that of a page.
 */
export function keepPictures(options: PictureOptions): KeptPictures {
  const { store, drawer, loadEntry, shells, log, ladder = CALM } = options
  const finding = new Map<string, Promise<FoundPicture | undefined>>()
  /** Drawn, and not in the store yet. */
  const storing = new Map<string, { png: Buffer; done: Promise<void> }>()
  const drawn = new Counter({
    name: 'finlore_pictures_drawn_total',
    help: 'Pictures for other sites that were drawn; the others came from the store',
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

  /** An article may have the name that stands for the site: their keys tell them apart. */
  async function picturesOf(subject: string): Promise<Picture[]> {
    const page = await loadArticle(subject)
    const isSite = subject === SITE_SUBJECT
    if (!page && !isSite) return []
    const { site } = await shells.load()
    return [...(page ? [articlePicture(page, site)] : []), ...(isSite ? [sitePicture(site)] : [])]
  }

  async function loadArticle(slug: string): Promise<ArticlePage | undefined> {
    const entry = await loadEntry(`/articles/${slug}`)
    // Whoever kept an address from before the article was renamed gets its picture of now.
    const present = entry?.location === undefined ? entry : await loadEntry(entry.location)
    return present && storedArticle(present)
  }

  async function draw(name: string, picture: Picture): Promise<Buffer> {
    ladder.refuse('images')
    const png = await drawer.draw(picture)
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
    async find(name, subject) {
      const drawnNow = storing.get(name)
      if (drawnNow) return { png: drawnNow.png }
      const shared = finding.get(name)
      if (shared) return shared
      const work = findNow(name, subject).finally(() => finding.delete(name))
      finding.set(name, work)
      return work
    },
    async stored() {
      await Promise.allSettled(finding.values())
      await Promise.all([...storing.values()].map(({ done }) => done))
    },
  }
}
