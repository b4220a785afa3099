import type { ExplainAnswer } from '#shared/contracts/explanation.ts'
import type { PagePath, Tag } from '#shared/contracts/primitives.ts'
import { parseTag } from '#shared/contracts/tags.ts'

/**
 * Why a page differs after an edit that touched a tag of such a kind, or this very tag; the most
 * direct reason first. `$list` stands for the list that the tag names.
 */
const REASONS: readonly (readonly [kinds: readonly string[], sentence: string])[] = [
  [['slug'], 'is a former address of it'],
  [['card'], 'shows its card'],
  [['definition'], 'shows its title and description'],
  [['link'], 'shows its title'],
  [['term'], 'mentions a term that it explains'],
  [['mentions'], 'leads to other terms from its text'],
  [['feed', 'feed-entry'], 'is a feed that it is or was in'],
  [['related'], 'suggests other articles than before'],
  [['home'], 'has other articles at its places'],
  [['newest'], 'shows the newest articles of the site'],
  [['favorites'], 'shows other favorites beside $list'],
  [['archive'], 'is the part of the archive of $list where it stands'],
  [['list'], 'shows the newest of $list, and how long its archive is'],
  [['topic', 'topics'], 'names a topic of $list'],
  [['letter'], 'is the letter of $list where it or a term of it stands'],
  [['letters'], 'shows which letters $list has'],
  [['term-names'], 'lists the names of all terms'],
  [['sitemap-list'], 'lists the newest articles, and how many there are'],
  [['author-count', 'roster'], 'says how many articles an author has'],
  [
    [
      ...['author', 'author-name', 'author-bio', 'author-links', 'info', 'info-links', 'seo'],
      ...['site-title', 'site-tagline', 'category', 'category-label', 'category-title'],
      ...['constant', 'definitions'],
    ],
    'shows words or numbers of the site',
  ],
  [['sitemap'], 'tells search engines of its address or its time'],
  [['article'], 'shows its text'],
  [['translations'], 'leads to it in other languages'],
  [['ads:*'], 'shows what pages without ads of their own show'],
  [['ads'], 'shows ads of its address'],
  [['address'], 'is at an address that it takes or leaves'],
]

/**
 * The most direct reason why a page is rebuilt, and its rank among all reasons, from 1.
 *
 * @param tags that the page read and the edit touched
 */
export function whyRebuilt(tags: readonly Tag[]): { reason: string; rank: number } {
  for (const [index, [kinds, sentence]] of REASONS.entries()) {
    const tag = tags.find((tag) => kinds.includes(parseTag(tag).kind) || kinds.includes(tag))
    if (tag === undefined) continue
    return { reason: sentence.replace('$list', nameOf(parseTag(tag).name)), rank: index + 1 }
  }
  // Happens if the service is newer than this command and has other tags.
  return { reason: `read ${tags.join(', ') || 'something of it'}`, rank: REASONS.length + 1 }
}

/**
 * Groups pages by why they are rebuilt, each page once, under its most direct reason. Groups are in
 * the order of their reasons: sentences about each of their pages, without the subject.
 *
 * @param own the path of the article's page
 */
export function groupPages(
  pages: ExplainAnswer['pages'],
  own: PagePath,
): { reason: string; paths: PagePath[] }[] {
  const explained = pages
    .map(({ path, tags }) => {
      const why = path === own ? { reason: 'its own page', rank: 0 } : whyRebuilt(tags)
      return { path, ...why }
    })
    .sort((a, b) => a.rank - b.rank || a.reason.localeCompare(b.reason))
  const groups = Map.groupBy(explained, ({ reason }) => reason)
  return Array.from(groups, ([reason, group]) => ({ reason, paths: group.map(({ path }) => path) }))
}

/** The list in the name of a tag, for people. */
function nameOf(name: string): string {
  const [list = '', slug] = name.split(':')
  if (list === 'all') return 'all articles'
  if (/^[0-9a-f]{64}$/.test(list)) return 'a list'
  return list === 'author' ? `the articles of ${slug}` : list
}
