import { type Expression, type RawBuilder, sql } from 'kysely'
import { type PictureFormat, picturePath } from '#shared/addresses/picture-address.ts'
import { type PortraitFormat, portraitPath } from '#shared/addresses/portrait-address.ts'
import type { ContentPage } from '#shared/contracts/page.ts'
import type { PathList } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { alphabetOf } from '#shared/text/alphabet.ts'
import { ALIASES } from '../addresses/aliases.ts'
import { articlePath } from '../addresses/article-path.ts'
import { authorPath } from '../addresses/author-path.ts'
import { letterPath, lettersPath } from '../addresses/letter-addresses.ts'
import {
  ALL,
  archivePageSize,
  archivePages,
  archivePath,
  authorList,
  listPath,
} from '../addresses/lists.ts'
import { SINGLE_PATHS, type SingleKind } from '../addresses/single-pages.ts'
import { termPath } from '../addresses/term-path.ts'
import type { Reader } from '../database/reader.ts'
import type { ArticleTable } from '../database/schema.ts'
import { askable, findPages } from '../library/find-pages.ts'
import { lastPositions } from '../library/listings.ts'
import { termsInForce } from '../library/shown-terms.ts'
import { listTermSlugs } from '../library/term-pages.ts'
import { listTopics } from '../library/topic-repository.ts'
import { dictionariesIn, listsIn, loadCategories } from '../site/category-repository.ts'
import { loadSiteSettings } from '../site/site-settings.ts'

/** A path with its key in the order of its stage. */
interface Listed {
  path: PagePath
  status: PathList['paths'][number]['status']
  key: string
}

/** A part of all paths, in an order of its own. */
interface Stage {
  /** Matches the keys of this stage. */
  key: RegExp
  /** The paths after a key, at most `limit`. */
  list(db: Reader, after: string | undefined, limit: number): Promise<Listed[]>
}

/** A key that is a path, preceded by the number of its group if the stage has groups. */
const PATH = /^[0-9]*\/[\x21-\x7e]*$/

/** Kinds of which there are so few pages that all of them can be sorted each time. */
type FewKind = Exclude<ContentPage['kind'], SingleKind | keyof typeof STAGE_OF_MANY>

/** All pages except articles, archives and topics. */
const fewPages: Stage = {
  key: PATH,
  async list(db, after, limit) {
    const { site } = await loadSiteSettings(db)
    const info = await db.selectFrom('info_page').select('path').execute()
    const categories = await loadCategories(db)
    const authors = await db.selectFrom('author').select('slug').execute()
    const dictionaries = dictionariesIn(categories)
    const few: Record<FewKind, PagePath[]> = {
      info: info.map(({ path }) => path),
      category: categories.map(({ slug }) => `/${slug}`),
      subcategory: categories.flatMap(({ slug, children }) =>
        children.map((child) => `/${slug}/${child.slug}`),
      ),
      letters: dictionaries.map(lettersPath),
      author: authors.map(({ slug }) => authorPath(slug)),
      letter: dictionaries.flatMap((dictionary) =>
        alphabetOf(site.locale).map(({ key }) => letterPath(dictionary, key)),
      ),
    }
    const paths = [SINGLE_PATHS, ...Object.values(few)].flatMap((group, number) =>
      group.map((path): Listed => ({ path, status: 'found', key: `${number}${path}` })),
    )
    return partOf(paths, after, limit)
  },
}

/** Addresses at which people expect an info page. */
const aliases: Stage = {
  key: PATH,
  async list(db, after, limit) {
    const taken = await findPages(db, askable(Object.entries(ALIASES).flat()))
    const paths = Object.entries(ALIASES)
      .filter(([alias, target]) => taken.has(target) && !taken.has(alias))
      .map(([alias]): Listed => ({ path: alias, status: 'moved', key: alias }))
    return partOf(paths, after, limit)
  },
}

/** Of so few paths that all of them can be sorted each time, those after a key. */
const partOf = (paths: readonly Listed[], after = '', limit: number): Listed[] =>
  paths
    .filter(({ key }) => key > after)
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, limit)

/** The key of a page of a list: the list and the number of the page, 0 for its front. */
const NUMBERED = /^[\x21-\x7e]+#\d{1,9}$/

/** The archives of all lists except those of topics. */
const archives: Stage = {
  key: NUMBERED,
  async list(db, after, limit) {
    const categories = await loadCategories(db)
    const authors = await db.selectFrom('author').select('slug').execute()
    const lists = [ALL, ...listsIn(categories), ...authors.map(({ slug }) => authorList(slug))]
    const { list: last } = parseKey(after)
    return listNumbered(db, lists.filter((list) => list >= last).sort(), 1, after, limit)
  },
}

/** The pages of topics, each followed by its archive. */
const topics: Stage = {
  key: NUMBERED,
  async list(db, after, limit) {
    const { list: last } = parseKey(after)
    const others = await listTopics(db, last, limit)
    return listNumbered(db, last === '' ? others : [last, ...others], 0, after, limit)
  },
}

/** The pages of these lists after a key, beginning with the page number `first` of each. */
async function listNumbered(
  db: Reader,
  lists: readonly string[],
  first: number,
  after: string | undefined,
  limit: number,
): Promise<Listed[]> {
  const { constants } = await loadSiteSettings(db)
  const positions = await lastPositions(db, lists)
  const done = parseKey(after)
  const listed: Listed[] = []
  for (const list of lists) {
    const size = archivePageSize(list, constants.pageSize)
    const pages = archivePages(positions.get(list) ?? 0, size)
    const next = list === done.list ? done.number + 1 : first
    for (let number = next; number <= pages && listed.length < limit; number++) {
      const path = number === 0 ? listPath(list) : archivePath(list, number)
      listed.push({ path, status: 'found', key: `${list}#${number}` })
    }
  }
  return listed
}

function parseKey(key = '') {
  const [list = '', number] = key.split('#')
  return { list, number: Number(number) }
}

/** Published articles, newest first: positions follow the order in which articles were added. */
const articles: Stage = {
  key: /^\d{1,9}$/,
  async list(db, after = '999999999', limit) {
    const rows = await db
      .selectFrom('listing')
      .innerJoin('article', 'article.id', 'listing.article')
      .select(['article.slug', 'listing.position'])
      .where('listing.list', '=', ALL)
      .where('listing.position', '<', Number(after))
      .orderBy('listing.position', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ slug, position }) => ({
      path: articlePath(slug),
      status: 'found',
      key: String(position),
    }))
  },
}

/** The terms of the dictionary. */
const terms: Stage = {
  key: /^[a-z0-9-]{1,120}$/,
  list: async (db, after = '', limit) =>
    (await listTermSlugs(db, after, limit)).map((slug) => ({
      path: termPath(slug),
      status: 'found',
      key: slug,
    })),
}

/** What an address says that leads to an article, unless the article itself is there. */
const statusOf = ({ status, gone_to }: Pick<ArticleTable, 'status' | 'gone_to'>) =>
  status === 'gone' && gone_to === null ? 'gone' : 'moved'

/** Withdrawn articles. */
const withdrawn: Stage = {
  key: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  async list(db, after = '00000000-0000-0000-0000-000000000000', limit) {
    const rows = await db
      .selectFrom('article')
      .select(['id', 'slug', 'gone_to'])
      .where('status', '=', 'gone')
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(({ id, ...article }) => ({
      path: articlePath(article.slug),
      status: statusOf({ ...article, status: 'gone' }),
      key: id,
    }))
  },
}

/** The rest of a path that begins so; null of another, which equals nothing. */
const partAfter = (beginning: string, path: Expression<string>) =>
  sql<string>`case when starts_with(${path}, ${sql.lit(beginning)})
    then substr(${path}, ${sql.lit(beginning.length + 1)}) end`

/** Former addresses of articles and of terms that they explained, including withdrawn ones. */
const redirects: Stage = {
  key: PATH,
  async list(db, after = '', limit) {
    const rows = await db
      .selectFrom('redirect')
      .innerJoin('article as target', 'target.id', 'redirect.article')
      .select(['from_path as path', 'target.status', 'target.gone_to'])
      .where('from_path', '>', after)
      // A page at an address takes precedence over a redirect from it.
      .where(({ not, exists, ref, selectFrom }) =>
        not(
          exists(
            selectFrom('article')
              .select('id')
              .where('article.slug', '=', partAfter(articlePath(''), ref('from_path'))),
          ),
        ),
      )
      .where(({ not, exists, ref }) =>
        not(
          exists(
            termsInForce(db)
              .clearSelect()
              .select('term.id')
              .where('term.slug', '=', partAfter(termPath(''), ref('from_path'))),
          ),
        ),
      )
      .orderBy('from_path')
      .limit(limit)
      .execute()
    return rows.map(({ path, ...target }) => ({ path, status: statusOf(target), key: path }))
  },
}

/** A file of a portrait or of a picture. */
interface ListedFile<Format extends PictureFormat> {
  name: string
  sha256: string
  format: Format
}

/** The key of a file: its name, and the hash of its bytes. */
const FILE_KEY = /^[a-z0-9-]+(?:\.dark)?\/[0-9a-f]{64}$/

/** Those of some files after a key. */
async function listFiles<Format extends PictureFormat>(
  db: Reader,
  files: RawBuilder<ListedFile<Format>>,
  after = '',
  limit: number,
): Promise<(ListedFile<Format> & { key: string })[]> {
  const [name = '', sha256 = ''] = after.split('/')
  const rows = await db
    .selectFrom(
      sql<ListedFile<Format>>`(
        select name, sha256, format from (${files}) as one
        where (name collate "C", sha256) > (${name}, ${sha256})
        order by name collate "C", sha256
        limit ${limit}
      )`.as('file'),
    )
    .selectAll()
    .$castTo<ListedFile<Format>>()
    .execute()
  return rows.map((row) => ({ ...row, key: `${row.name}/${row.sha256}` }))
}

/** The portraits of authors, which are files, not pages. */
const portraits: Stage = {
  key: FILE_KEY,
  async list(db, after, limit) {
    const files = sql<ListedFile<PortraitFormat>>`
      select author as name, sha256, format from portrait
      union
      select author, rendition.sha256, rendition.format
        from portrait join rendition using (source)
    `
    return (await listFiles(db, files, after, limit)).map(({ name: slug, key, ...row }) => ({
      path: portraitPath({ slug, ...row }),
      status: 'found',
      key,
    }))
  },
}

/** The pictures of texts, which are files as well. */
const pictures: Stage = {
  key: FILE_KEY,
  async list(db, after, limit) {
    const files = sql<ListedFile<PictureFormat>>`
      select name, sha256, 'svg' as format from picture
      union
      select name, sha256, format from raster_picture join rendition using (source)
    `
    return (await listFiles(db, files, after, limit)).map(({ key, ...row }) => ({
      path: picturePath(row),
      status: 'found',
      key,
    }))
  },
}

/** Page kinds with so many pages that they have a stage of their own. Topics have one as well. */
const STAGE_OF_MANY = {
  archive: archives,
  'sitemap-archive': archives,
  term: terms,
  article: articles,
  gone: withdrawn,
} satisfies Partial<Record<ContentPage['kind'], Stage>>

/** The order matters: a cursor names its stage by one digit. */
export const STAGES: readonly Stage[] = [
  fewPages,
  STAGE_OF_MANY.archive,
  STAGE_OF_MANY.article,
  aliases,
  redirects,
  STAGE_OF_MANY.gone,
  topics,
  portraits,
  pictures,
  STAGE_OF_MANY.term,
]
