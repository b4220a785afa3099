import type { InfoPage, Link } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { ONLY, type Shown } from '../changes/shown.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import { namedSeo, type PageScope } from './page-scope.ts'

/** Three today; a bound, not a page size. */
const MAX_INFO_PAGES = 100

export async function loadInfoPage(
  scope: PageScope,
  path: PagePath,
): Promise<InfoPage | undefined> {
  const info = await scope.db
    .selectFrom('info_page')
    .select(['slug', 'path', 'title', 'body_html', 'headings', 'updated_at'])
    .where('path', '=', path)
    .executeTakeFirst()
  if (!info) return undefined

  scope.reads(tags.info(info.slug))
  scope.changedAt(info.updated_at)
  return {
    kind: 'info',
    path: info.path,
    seo: namedSeo(scope, info.slug),
    title: info.title,
    bodyHtml: info.body_html,
    headings: info.headings,
    updatedAt: info.updated_at,
  }
}

export async function loadInfoLinks(scope: PageScope): Promise<Link[]> {
  scope.reads(tags.infoLinks)
  return readInfoLinks(scope.db)
}

/** Which info pages there are, and their titles. */
export const shownInfoLinks: Shown<Link[]> = {
  look: async ({ db }) => new Map([[ONLY[0], await readInfoLinks(db)]]),
  tags: () => [tags.infoLinks],
}

async function readInfoLinks(db: Reader): Promise<Link[]> {
  return db
    .selectFrom('info_page')
    .select(['title', 'path'])
    .orderBy('path')
    .limit(MAX_INFO_PAGES)
    .execute()
}
