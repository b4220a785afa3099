import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Guide, Guides } from '#shared/contracts/guide.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { articlePath } from '../addresses/article-path.ts'
import type { Reader } from '../database/reader.ts'
import { findSetting } from '../database/settings.ts'
import { findArticleAt } from './article-at-path.ts'
import { type LinkRow, listedLinks } from './card-repository.ts'

export const GUIDES_SETTING = 'guides'

const Stored = Type.Object({ guides: Guides })

/** The guides of the site, in the order of their file. */
export async function findGuides(db: Reader): Promise<Guide[]> {
  const stored = await findSetting(db, GUIDES_SETTING)
  return stored === undefined ? [] : Value.Decode(Stored, stored).guides
}

/** A guide's place on the page of guides. */
export const guidePath = ({ slug }: Pick<Guide, 'slug'>): PagePath => `/guides#${slug}`

/** The paths of the articles of guides, as their file has them. */
export const pathsOfGuides = (guides: readonly Guide[]): PagePath[] => [
  ...new Set(guides.flatMap(({ steps }) => steps.map(({ article }) => articlePath(article)))),
]

/**
 * The articles at these paths, or that were there before they were renamed; withdrawn ones have no link.
 *
 * @returns in the order of the paths
 */
export async function articlesAtPaths(
  db: Reader,
  paths: readonly PagePath[],
): Promise<ReadonlyMap<PagePath, { id: string; row: LinkRow | undefined }>> {
  const ids = await idsAtPaths(db, paths)
  const rows = ids.size === 0 ? [] : await listedLinks(db, { articles: [...ids.values()] })
  const rowById = new Map(rows.map((row) => [row.id, row]))
  return new Map([...ids].map(([path, id]) => [path, { id, row: rowById.get(id) }]))
}

async function idsAtPaths(
  db: Reader,
  paths: readonly PagePath[],
): Promise<ReadonlyMap<PagePath, string>> {
  if (paths.length === 0) return new Map()
  const slugs = paths.map((path) => path.slice(articlePath('').length))
  const there = await db
    .selectFrom('article')
    .select(['id', 'slug'])
    .where('slug', 'in', slugs)
    .execute()
  const idByPath = new Map(there.map(({ id, slug }) => [articlePath(slug), id]))
  const ids = new Map<PagePath, string>()
  for (const path of paths) {
    // Few are at a former address.
    const id = idByPath.get(path) ?? (await findArticleAt(db, path))?.id
    if (id !== undefined) ids.set(path, id)
  }
  return ids
}
