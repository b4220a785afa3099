import type { ExplainAnswer } from '#shared/contracts/explanation.ts'
import type { PagePath, Tag } from '#shared/contracts/primitives.ts'
import { parseTag } from '#shared/contracts/tags.ts'
import { type TagKind, tags as tagsOf } from '../changes/tags.ts'

/**
 * Why a page differs after an edit that touched a tag of such a kind, the most direct reason first;
 * `undefined` for what no page reads, and for what all pages read. `$list` stands for the list that the
 * tag names, `$article` for the article that was edited.
 */
const REASONS = {
  slug: 'is a former address of $article',
  card: 'shows the card of $article',
  chart: 'shows the first chart of $article',
  definition: 'shows title and description of $article',
  link: 'shows the title of $article',
  'mentioned-term': 'mentions a term that $article explains',
  term: 'lists a term that $article explains',
  'term-page': 'is of a term that $article explains or uses, or of its neighbour',
  mentions: 'leads to other terms from its text',
  feed: 'is a feed of other articles than before',
  'feed-entry': 'is a feed that $article is in',
  related: 'suggests other articles than before',
  home: 'shows other articles than before',
  'home-figures': 'shows figures of the day',
  'first-term': 'names the first term that $article explains',
  'first-example': 'leads to the first example of $article',
  'article-at': 'leads to the article at this address',
  newest: 'shows the newest articles of the site',
  favorites: 'shows other favorites beside $list',
  archive: 'is a part of the archive of $list that has other articles, or another next part',
  list: 'shows the newest of $list, and how long its archive is',
  topic: 'names a topic of $list',
  topics: 'names a topic of $list',
  letter: 'is a letter of $list that has other articles or terms than before',
  letters: 'shows which letters $list has',
  'term-names': 'lists the names of all terms',
  'sitemap-list': 'lists the newest articles, and how many there are',
  'author-count': 'says who the authors are, or how many articles they have',
  roster: 'says who the authors are, or how many articles they have',
  author: 'shows names or descriptions of authors',
  'author-name': 'shows names or descriptions of authors',
  'author-bio': 'shows names or descriptions of authors',
  'author-links': 'shows names or descriptions of authors',
  'category-title': 'shows titles of categories',
  'category-label': 'shows titles of categories',
  category: 'shows descriptions of categories',
  definitions: 'shows whether articles of $list explain terms',
  info: 'shows the text of an info page, or titles of such pages',
  'info-links': 'shows the text of an info page, or titles of such pages',
  seo: 'has a title and a description in the settings of the site',
  'site-title': 'shows the title or the tagline of the site',
  'site-tagline': 'shows the title or the tagline of the site',
  constant: 'shows as many articles as the settings of the site say',
  sitemap: 'tells search engines which addresses there are, and when they changed',
  article: 'shows the text of $article',
  fact: 'shows the fact $list, which has changed or ended',
  picture: 'shows the picture $list, which has changed',
  facts: 'lists all facts, and the articles that print them',
  tools: 'lists all examples that readers change',
  guides: 'shows the guides',
  'guide-places': 'says what comes next in a guide',
  corrections: 'lists what was corrected in all articles',
  translations: 'leads to the same article in other languages',
  ads: 'shows ads of its address',
  address: 'begins or ceases to be a page',
  shell: undefined,
  title: undefined,
  draft: undefined,
  'site-file': undefined,
  names: undefined,
} satisfies Record<TagKind, string | undefined>

const RANKED = Object.entries<string | undefined>(REASONS)

const ADS_OF_THE_REST = tagsOf.ads('*')
const SHOWS_ADS_OF_THE_REST = 'shows what pages without ads of their own show'

/**
 * The most direct reason why a page is rebuilt, and its rank among all reasons, from 1.
 *
 * @param tags that the page read and the edit touched
 * @param article what the edited article is called; by default it is the one that was asked about
 */
export function whyRebuilt(
  tags: readonly Tag[],
  article = 'the article',
): { reason: string; rank: number } {
  for (const [index, [kind, sentence]] of RANKED.entries()) {
    const tag = tags.find((tag) => parseTag(tag).kind === kind)
    if (tag === undefined || sentence === undefined) continue
    const isOfTheRest = kind === 'ads' && tags.includes(ADS_OF_THE_REST)
    const reason = (isOfTheRest ? SHOWS_ADS_OF_THE_REST : sentence)
      .replace('$list', nameOf(parseTag(tag).name))
      .replace('$article', article)
    return { reason, rank: index + 1 }
  }
  // Happens if the service is newer than this command and has other tags.
  return { reason: `read ${tags.join(', ') || 'something of it'}`, rank: RANKED.length + 1 }
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
