import type { FastifyBaseLogger } from 'fastify'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { ArticlePage, type SearchHit, type ShownHit } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { isOverload } from '#shared/http/problem-handler.ts'
import { within } from '#shared/within.ts'
import type { KeptPages } from '../memory/keep-pages.ts'
import type { StoredEntry } from '../store/stored-entry.ts'
import type { EntryLoader } from './load-entry.ts'

/** Hits together with what their pages say. Never fails: a hit is worth showing by itself. */
export type ShowHits = (hits: readonly SearchHit[]) => Promise<ShownHit[]>

type Card = NonNullable<ShownHit['card']>

export interface HitShowerOptions {
  pages: Pick<KeptPages, 'glance'>
  /** For a page that is not stored yet. */
  loadEntry: EntryLoader
  log: Pick<FastifyBaseLogger, 'warn'>
  /** For all hits of an answer together. */
  waitMs?: number
}

const WAIT_MS = 300
/** Pages made at the same time because they were found: readers of pages come first. */
const MAX_MAKING = 12

const articleData = Compile(
  Type.Object({
    result: Type.Object({
      data: Type.Object({
        kind: Type.Literal('article'),
        article: Type.Pick(ArticlePage.properties.article, ['description', 'publishedAt']),
        breadcrumb: ArticlePage.properties.breadcrumb,
      }),
    }),
  }),
)

/**
 * Tells what a found article is about, from the stored page: that is there when content is not, and
 * says the same as the page that the reader opens.
 */
export function createHitShower(options: HitShowerOptions): ShowHits {
  const { pages, loadEntry, log, waitMs = WAIT_MS } = options
  /** Pages in memory are read again and again, but parsed once. */
  const known = new WeakMap<StoredEntry, Card | undefined>()
  let making = 0

  async function findCard(path: PagePath): Promise<Card | undefined> {
    const entry = (await pages.glance(path)) ?? (await make(path))
    if (!entry) return undefined
    const card = known.has(entry) ? known.get(entry) : cardOf(entry)
    known.set(entry, card)
    return card
  }

  async function make(path: PagePath): Promise<StoredEntry | undefined> {
    if (making >= MAX_MAKING) return undefined
    making += 1
    try {
      return await loadEntry(path)
    } finally {
      making -= 1
    }
  }

  return async (hits) => {
    const cards = new Map<PagePath, Card>()
    const reasons: unknown[] = []
    const finding = hits.map(async ({ path }) => {
      try {
        const card = await findCard(path)
        if (card) cards.set(path, card)
      } catch (error) {
        // Those that are left out under load are counted where they are left out.
        if (!isOverload(error)) reasons.push(error)
      }
    })
    await within(waitMs, Promise.all(finding))
    if (reasons.length > 0) log.warn({ err: reasons[0] }, 'hits shown without their summaries')
    return hits.map((hit) => {
      const card = cards.get(hit.path)
      return card ? { ...hit, card } : hit
    })
  }
}

/** `undefined` for what is no article that readers see, such as one that has moved. */
function cardOf({ status, bodies }: StoredEntry): Card | undefined {
  if (status !== 200 || !bodies.data) return undefined
  const value: unknown = JSON.parse(bodies.data.bytes.identity.toString())
  if (!articleData.Check(value)) return undefined
  const { article, breadcrumb } = value.result.data
  const section = breadcrumb.at(-1)
  const { description, publishedAt } = article
  return (
    section && { description, publishedAt, section: { title: section.title, path: section.path } }
  )
}
