import type { ExpressionBuilder } from 'kysely'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import { articlePath } from '../addresses/article-path.ts'
import { parsePageRoute } from '../addresses/page-route.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import { valuesIn } from '../database/values-in.ts'
import { linkTarget } from '../folder/link-target.ts'
import { askable, findPages } from '../library/find-pages.ts'
import { findNearestArticle } from '../library/nearest-article.ts'
import { loadPictureNames } from '../library/picture.ts'
import type { LinkTargets } from '../lint/check-text.ts'
import { FEED_ADDRESS, FILES } from '../lint/site-addresses.ts'
import type { Outline } from '../markdown/outline-markdown.ts'

/**
 * What the links of a text may lead to, as the database knows it. A few index look-ups for all of
 * them, so that saving an article takes no longer on a larger site.
 *
 * @param origin of the site, if known
 */
export async function storedTargets(
  db: Reader,
  { links, images }: Pick<Outline, 'links' | 'images'>,
  page: PagePath,
  origin: string | undefined,
): Promise<LinkTargets> {
  const paths = new Set(
    [...links, ...images].flatMap(({ address }) => linkTarget(address, page, origin)?.path ?? []),
  )
  paths.delete(page)
  // A feed is where its category is.
  const pagePaths = [...paths].map((path) => path.replace(FEED_ADDRESS, ''))
  const slugs = [...paths].flatMap((path) => {
    const route = parsePageRoute(path)
    return route.kind === 'article' ? route.slug : []
  })
  const [there, moved, leading, pictures] = await settleAll([
    findPages(db, askable(pagePaths), { withdrawn: false }),
    valuesIn(
      askable([...paths]).map(({ path }) => path),
      (some) =>
        db
          .selectFrom('redirect')
          .innerJoin('article', 'article.id', 'redirect.article')
          .select('from_path as value')
          .where('from_path', 'in', some)
          .where(leadsSomewhere),
    ),
    valuesIn(slugs, (some) =>
      db
        .selectFrom('article')
        .select('slug as value')
        .where('slug', 'in', some)
        .where(leadsSomewhere),
    ),
    images.length === 0 ? new Set<string>() : loadPictureNames(db),
  ])
  const ledFrom = new Set([...leading].map(articlePath))
  return {
    origin,
    pictures,
    has: (path) =>
      FILES.has(path) ||
      there.has(path.replace(FEED_ADDRESS, '')) ||
      moved.has(path) ||
      ledFrom.has(path),
    async nearest(path) {
      const slug = /^\/articles?\/([^/]+)$/.exec(path)?.[1]
      return slug === undefined ? undefined : (await findNearestArticle(db, slug))?.path
    },
    headingsAt: (path) => findHeadings(db, path),
  }
}

/** Readers of a withdrawn article may be led elsewhere. */
const leadsSomewhere = ({ eb, or }: ExpressionBuilder<Database, 'article'>) =>
  or([eb('article.status', '=', 'published'), eb('article.gone_to', 'is not', null)])

/** The ids of the headings of an article, also at an address that it had before, or of an info page. */
async function findHeadings(db: Reader, path: PagePath): Promise<ReadonlySet<string> | undefined> {
  const route = parsePageRoute(path)
  const found =
    route.kind === 'article'
      ? await db
          .selectFrom('article')
          .select('headings')
          .where(({ eb, or, selectFrom }) =>
            or([
              eb('slug', '=', route.slug),
              eb(
                'id',
                'in',
                selectFrom('redirect')
                  .select('article')
                  .where('from_path', '=', articlePath(route.slug)),
              ),
            ]),
          )
          .where('status', '=', 'published')
          .executeTakeFirst()
      : await db
          .selectFrom('info_page')
          .select('headings')
          .where('path', '=', path)
          .executeTakeFirst()
  return found && new Set(found.headings.map(({ id }) => id))
}
