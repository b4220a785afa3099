import type { FastifyBaseLogger } from 'fastify'
import type { ArticlePage, SearchHit, ShownHit } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { isOverload } from '#shared/http/problem-handler.ts'
import { createRoom } from '#shared/room.ts'
import { settlesWithin } from '#shared/settles-within.ts'
import { storedArticle } from '../../documents/stored-article.ts'
import type { StoredEntry } from '../../store/stored-entry.ts'
import type { EntryLoader } from './load-entry.ts'
import type { EntryCache } from './memory/entry-cache.ts'

/** Adds to each hit what its page says. Never fails: a hit is useful without that. */
export type ShowHits = (hits: readonly SearchHit[]) => Promise<ShownHit[]>

type Card = NonNullable<ShownHit['card']>

export interface HitShowerOptions {
  pages: Pick<EntryCache, 'glance'>
  /** For a page that is not stored yet. */
  loadEntry: EntryLoader
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Milliseconds for all hits of an answer together. */
  waitMs?: number
}

const WAIT_MS = 300
/**
 * Missing pages made for hits at the same time. Few, because readers of pages come first; half of
 * them are the hits of one answer, which are one reader's share.
 */
const MAX_MAKING = 24

/**
 * Says what a found article is about. The stored page is the source: it is available when content
 * is not, and says the same as the page that the reader opens.
 */
export function createHitShower(options: HitShowerOptions): ShowHits {
  const { pages, loadEntry, log, waitMs = WAIT_MS } = options
  /** Each page in memory is parsed only once. */
  const known = new WeakMap<StoredEntry, Card | undefined>()
  const makings = createRoom({ places: () => MAX_MAKING, maxWaiting: () => 0, maxWaitMs: 0 })

  async function findCard(path: PagePath): Promise<Card | undefined> {
    const entry = (await pages.glance(path)) ?? (await makings.enter(() => loadEntry(path)))
    if (!entry) return undefined
    const card = known.has(entry) ? known.get(entry) : cardOf(entry)
    known.set(entry, card)
    return card
  }

  return async (hits) => {
    const cards = new Map<PagePath, Card>()
    const reasons: unknown[] = []
    const finding = hits.map(async ({ path }) => {
      try {
        const card = await findCard(path)
        if (card) cards.set(path, card)
      } catch (error) {
        // The load ladder already counts what it sheds.
        if (!isOverload(error)) reasons.push(error)
      }
    })
    await settlesWithin(waitMs, Promise.all(finding))
    if (reasons.length > 0) log.warn({ err: reasons[0] }, 'hits shown without their summaries')
    return hits.map((hit) => {
      const card = cards.get(hit.path)
      return card ? { ...hit, card } : hit
    })
  }
}

/** `undefined` unless the entry is an article that readers see; one that has moved is not. */
function cardOf(entry: StoredEntry): Card | undefined {
  const page = storedArticle(entry)
  return page && hitCardOf(page)
}

/** What a hit shows of an article beside its title. */
export function hitCardOf(page: ArticlePage): Card | undefined {
  const section = page.breadcrumb.at(-1)
  if (!section) return undefined
  const { description, publishedAt } = page.article
  return { description, publishedAt, section: { title: section.title, path: section.path } }
}
