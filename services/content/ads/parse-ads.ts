import type { FastifyBaseLogger } from 'fastify'
import type { Sponsored, SponsoredLink } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { type AdPartDropped, type ParsedAd, parseAd } from './parse-ad.ts'

const MAX_LINKS = 20

/** Used in place of a path in reports on the ad of all paths without an entry. */
export const NEW_PATH_AD = 'sapeNewUrl'

/** Parses one string: `parseAd` itself, or a function that already has the result. */
export type AdParser = (html: string) => ParsedAd

/** A part of the ad data that is not shown, and where it was. */
export interface AdDrop extends AdPartDropped {
  path: string
  /** 0-based index of the string within the path. */
  entry: number
}

/** All links of one path in order, and what is not shown. */
export function parseAds(
  path: string,
  strings: readonly string[],
  parse: AdParser = parseAd,
): { links: SponsoredLink[]; drops: AdDrop[] } {
  const all: SponsoredLink[] = []
  const drops = strings.flatMap((html, entry) => {
    const { links, comment, dropped } = parse(html)
    const room = MAX_LINKS - all.length
    all.push(...links.slice(0, room))
    const parts = [...dropped]
    if (comment !== undefined) parts.push({ reason: 'comment', detail: comment })
    return [...parts, ...tooMany(links.slice(room))].map((part) => ({ path, entry, ...part }))
  })
  return { links: all, drops }
}

const tooMany = (links: readonly SponsoredLink[]): AdPartDropped[] =>
  links.map(({ href }) => ({ reason: 'too-many-links', detail: href }))

/** The ad of paths without an entry: links, a comment, both or neither. */
export function parseNewPathAd(
  html: string,
  parse: AdParser = parseAd,
): { shown: Sponsored; drops: AdDrop[] } {
  if (html === '') return { shown: { links: [] }, drops: [] }
  const { links, comment, dropped } = parse(html)
  const parts = [...dropped, ...tooMany(links.slice(MAX_LINKS))]
  return {
    shown: { links: links.slice(0, MAX_LINKS), ...(comment !== undefined && { comment }) },
    drops: parts.map((part) => ({ path: NEW_PATH_AD, entry: 0, ...part })),
  }
}

/** The most drops listed one by one; the total is given in any case. */
const MAX_NAMED = 100

/** What is not shown of the ad data, and how many parts that are. */
export const reportAdDrops = (drops: readonly AdDrop[]) => ({
  dropped: drops.slice(0, MAX_NAMED),
  droppedTotal: drops.length,
})

/** Paths without a page that could show their links, and how many there are. */
export const reportPageless = (paths: readonly PagePath[]) => ({
  warnings: paths.slice(0, MAX_NAMED).map((path) => ({ path, message: 'there is no such page' })),
  warningsTotal: paths.length,
})

/** Logs one line for each listed drop, and one for the number of all others. */
export function logAdDrops(
  log: Pick<FastifyBaseLogger, 'warn'>,
  { dropped, droppedTotal }: ReturnType<typeof reportAdDrops>,
): void {
  for (const drop of dropped) log.warn(drop, 'part of the ad data cannot be shown')
  const more = droppedTotal - dropped.length
  if (more > 0) log.warn({ more }, 'more of the ad data cannot be shown')
}
