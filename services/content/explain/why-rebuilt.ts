import type { PagePath, Tag } from '#shared/contracts/primitives.ts'

export interface ReadPage {
  path: PagePath
  /** What both the page read and the edit touched. */
  tags: readonly Tag[]
  /** The page of the edited article. */
  own: PagePath
}

/** Why a page that read such a tag differs after an edit, from the nearest reason outwards. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^slug:/, 'is a former address of it'],
  [/^card:/, 'shows its card'],
  [/^definition:/, 'shows its title and description'],
  [/^link:/, 'shows its title'],
  [/^term:/, 'mentions a term that it explains'],
  [/^mentions:/, 'leads to other terms from its text'],
  [/^feed/, 'is a feed that it is or was in'],
  [/^related:/, 'suggests other articles than before'],
  [/^home$/, 'has other articles at its places'],
  [/^newest$/, 'shows the newest articles of the site'],
  [/^favorites:(?<list>.+)/, 'shows other favorites beside $list'],
  [/^list:(?<list>.+):\d+$/, 'is the part of the archive of $list where it stands'],
  [/^list:(?<list>.+)/, 'shows the newest of $list, and how long its archive is'],
  [/^topics?:(?<list>.+)/, 'names a topic of $list'],
  [/^letter:(?<list>[^:]+)/, 'is the letter of $list where it or a term of it stands'],
  [/^letters:(?<list>[^:]+)/, 'shows which letters $list has'],
  [/^term-names$/, 'lists the names of all terms'],
  [/^sitemap-list$/, 'lists the newest articles, and how many there are'],
  [/^author-count:|^roster$/, 'says how many articles an author has'],
  [
    /^author|^info|^seo:|^site-|^category|^constant:|^definitions:/,
    'shows words or numbers of the site',
  ],
  [/^sitemap:/, 'tells search engines of its address or its time'],
  [/^article:/, 'shows its text'],
  [/^translations:/, 'leads to it in other languages'],
  [/^ads:\*/, 'shows what pages without ads of their own show'],
  [/^ads:/, 'shows ads of its address'],
  [/^address:/, 'is at an address that it takes or leaves'],
]
const OWN = 'its own page'

/** The best of a page's reasons, and its place in the order of all. */
export function whyRebuilt({ path, tags, own }: ReadPage): { reason: string; rank: number } {
  if (path === own) return { reason: OWN, rank: 0 }
  for (const [index, [pattern, sentence]] of REASONS.entries()) {
    for (const tag of tags) {
      const found = pattern.exec(tag)
      if (!found) continue
      return {
        reason: sentence.replace('$list', nameOf(found.groups?.list ?? '')),
        rank: index + 1,
      }
    }
  }
  // A tag of a newer service than this command.
  return { reason: `read ${tags.join(', ') || 'something of it'}`, rank: REASONS.length + 1 }
}

/** A list as people say it. */
function nameOf(list: string): string {
  if (list === 'all') return 'all articles'
  if (/^[0-9a-f]{64}$/.test(list)) return 'a list'
  return list.startsWith('author:') ? `the articles of ${list.slice('author:'.length)}` : list
}
