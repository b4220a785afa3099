import { sql } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import { NOT_FOUND_PATH } from '#shared/contracts/page.ts'
import type { PathList } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { SiteError } from '#shared/errors.ts'
import { articlePath } from '../articles/article-path.ts'
import { letterPath, loadUsedLetters } from '../articles/letters.ts'
import {
  ALL,
  archivePages,
  authorList,
  lastPositions,
  SITEMAP_PAGE_SIZE,
} from '../articles/listings.ts'
import { authorPath } from '../authors/author-path.ts'
import { type Category, dictionariesIn, loadCategories } from '../categories/category-repository.ts'
import { inSnapshot } from '../database/in-snapshot.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import { loadSiteSettings } from '../site/site-settings.ts'
import { ALIASES } from './find-redirect.ts'

type Status = PathList['paths'][number]['status']

/** A path, and where among those of its stage it stands. */
interface Listed {
  path: PagePath
  status: Status
  key: string
}

/** Some of the paths, in an order of their own: those after a key, at most `limit`. */
type Stage = (db: Reader, after: string | undefined, limit: number) => Promise<Listed[]>

const STAGES: readonly Stage[] = [
  listPages,
  listArchives,
  listArticles,
  listAliases,
  listRedirects,
  listWithdrawn,
]

/**
 * Every path that has an answer of its own: pages of which there are few, archives, articles from
 * the newest on, then what only leads elsewhere. A path that comes or goes meanwhile may be missed.
 *
 * @param after `next` of the part before
 * @throws {SiteError} `invalid-input` when `after` is none of ours
 */
export async function listPaths(
  db: ReadonlyKysely<Database>,
  after: string | undefined,
  limit: number,
): Promise<PathList> {
  const start = after === undefined ? { stage: 0, key: undefined } : decodeCursor(after)
  return inSnapshot(db, async (snapshot, { revision }) => {
    const paths: PathList['paths'] = []
    let { stage, key } = start
    for (let list = STAGES[stage]; list; list = STAGES[stage]) {
      const wanted = limit - paths.length
      const listed = await list(snapshot, key, wanted)
      paths.push(...listed.map(({ path, status }) => ({ path, status })))
      const last = listed.at(-1)
      if (last && listed.length === wanted) {
        return { revision, paths, next: encodeCursor(stage, last.key) }
      }
      stage += 1
      key = undefined
    }
    return { revision, paths, next: null }
  })
}

const encodeCursor = (stage: number, key: string) => `${stage}${key}`

function decodeCursor(cursor: string): { stage: number; key: string } {
  const [, stage, key = ''] = /^(\d)(.+)$/s.exec(cursor) ?? []
  const shape = KEYS[Number(stage)]
  if (!shape?.test(key)) throw new SiteError('invalid-input', 'after must be a cursor of this list')
  return { stage: Number(stage), key }
}

const PATH_KEY = /^[0-9]*\/[\x21-\x7e]*$/
/** What the keys of each stage look like. */
const KEYS = [
  PATH_KEY,
  /^\/[\x21-\x7e]*#\d{1,9}$/,
  /^\d{1,9}$/,
  PATH_KEY,
  PATH_KEY,
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
]

const FIXED = ['/', NOT_FOUND_PATH, '/search', '/authors', '/sitemap']

/** There are few of them, so all are put in order each time. */
async function listPages(db: Reader, after = '', limit: number): Promise<Listed[]> {
  const info = await db.selectFrom('info_page').select('path').execute()
  const categories = await loadCategories(db)
  const authors = await db.selectFrom('author').select('slug').execute()
  const letters = await listLetters(db, categories)
  const groups = [
    FIXED,
    info.map(({ path }) => path),
    categories.map(({ slug }) => `/${slug}`),
    categories.flatMap(({ slug, children }) => children.map((child) => `/${slug}/${child.slug}`)),
    letters,
    authors.map(({ slug }) => authorPath(slug)),
  ]
  return groups
    .flatMap((paths, group) =>
      paths.map((path): Listed => ({ path, status: 'found', key: `${group}${path}` })),
    )
    .filter(({ key }) => key > after)
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, limit)
}

async function listLetters(db: Reader, categories: readonly Category[]): Promise<PagePath[]> {
  const dictionaries = dictionariesIn(categories)
  if (dictionaries.length === 0) return []
  const { site } = await loadSiteSettings(db)
  const letters = await loadUsedLetters(db, dictionaries, site.locale)
  return letters.map(({ category, key }) => letterPath(category, key))
}

async function listArchives(db: Reader, after = '/#0', limit: number): Promise<Listed[]> {
  const { constants } = await loadSiteSettings(db)
  const categories = await loadCategories(db)
  const authors = await db.selectFrom('author').select('slug').execute()
  const listByBase = new Map<PagePath, string>([
    ['/sitemap', ALL],
    ...categories.flatMap(({ slug, children }): [PagePath, string][] => [
      [`/${slug}`, slug],
      ...children.map((child): [PagePath, string] => [
        `/${slug}/${child.slug}`,
        `${slug}/${child.slug}`,
      ]),
    ]),
    ...authors.map(({ slug }): [PagePath, string] => [authorPath(slug), authorList(slug)]),
  ])
  const last = await lastPositions(db, [...listByBase.values()])

  const [afterBase = '', afterNumber] = after.split('#')
  const listed: Listed[] = []
  for (const [base, list] of [...listByBase].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (base < afterBase) continue
    const size = list === ALL ? SITEMAP_PAGE_SIZE : constants.pageSize
    const pages = archivePages(last.get(list) ?? 0, size)
    const first = base === afterBase ? Number(afterNumber) + 1 : 1
    for (let number = first; number <= pages && listed.length < limit; number++) {
      listed.push({ path: `${base}/page/${number}`, status: 'found', key: `${base}#${number}` })
    }
  }
  return listed
}

/** Positions follow the order in which articles came. */
async function listArticles(db: Reader, after: string | undefined, limit: number) {
  let query = db
    .selectFrom('listing')
    .innerJoin('article', 'article.id', 'listing.article')
    .select(['article.slug', 'listing.position'])
    .where('listing.list', '=', ALL)
    .orderBy('listing.position', 'desc')
    .limit(limit)
  if (after !== undefined) query = query.where('listing.position', '<', Number(after))
  const rows = await query.execute()
  return rows.map(
    ({ slug, position }): Listed => ({
      path: articlePath(slug),
      status: 'found',
      key: String(position),
    }),
  )
}

async function listAliases(db: Reader, after = '', limit: number): Promise<Listed[]> {
  const info = await db
    .selectFrom('info_page')
    .select('path')
    .where('path', 'in', Object.entries(ALIASES).flat())
    .execute()
  const categories = await loadCategories(db)
  const taken = new Set([
    ...info.map(({ path }) => path),
    ...categories.map(({ slug }) => `/${slug}`),
  ])
  return Object.entries(ALIASES)
    .filter(([alias, target]) => alias > after && taken.has(target) && !taken.has(alias))
    .map(([alias]): Listed => ({ path: alias, status: 'moved', key: alias }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, limit)
}

async function listRedirects(db: Reader, after = '', limit: number): Promise<Listed[]> {
  const rows = await db
    .selectFrom('redirect')
    .select('from_path')
    .where('from_path', '>', after)
    // A page at an address comes before a redirect from it.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('article')
            .select('id')
            .where('article.slug', '=', sql<string>`substr(redirect.from_path, 11)`),
        ),
      ),
    )
    .orderBy('from_path')
    .limit(limit)
    .execute()
  return rows.map(({ from_path: path }): Listed => ({ path, status: 'moved', key: path }))
}

async function listWithdrawn(db: Reader, after: string | undefined, limit: number) {
  let query = db
    .selectFrom('article')
    .select(['id', 'slug'])
    .where('status', '=', 'gone')
    .orderBy('id')
    .limit(limit)
  if (after !== undefined) query = query.where('id', '>', after)
  const rows = await query.execute()
  return rows.map(({ id, slug }): Listed => ({ path: articlePath(slug), status: 'gone', key: id }))
}
