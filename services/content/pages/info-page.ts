import type { InfoPage } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { tags } from '../changes/tags.ts'
import { factsIn } from '../facts/fact-marks.ts'
import { loadShownFacts } from '../library/fact-repository.ts'
import { loadShownPictures } from '../library/picture.ts'
import { picturesIn } from '../markdown/picture-figure.ts'
import { namedSeo, type PageScope } from './page-scope.ts'
import { nameScripts } from './scripts-of-others.ts'
import { factTags, showFacts } from './show-facts.ts'
import { pictureTags, showPictures } from './show-pictures.ts'

const PRIVACY = 'privacy-policy'

export async function loadInfoPage(
  scope: PageScope,
  path: PagePath,
): Promise<InfoPage | undefined> {
  const info = await scope.db
    .selectFrom('info_page')
    .select(['slug', 'title', 'body_html as bodyHtml', 'headings', 'updated_at as updatedAt'])
    .where('path', '=', path)
    .executeTakeFirst()
  if (!info) return undefined

  const { slug, ...text } = info
  const facts = await loadShownFacts(scope.db, factsIn(text.bodyHtml))
  const pictures = await loadShownPictures(scope.db, picturesIn(text.bodyHtml))
  scope.reads(tags.info(slug), ...factTags(text.bodyHtml), ...pictureTags(text.bodyHtml))
  scope.changedAt(text.updatedAt)
  const page: InfoPage = {
    kind: 'info',
    path,
    seo: namedSeo(scope, slug),
    ...text,
    bodyHtml: showPictures(showFacts(text.bodyHtml, facts, scope.site.locale), pictures),
    updatedAt: scope.showInstant(text.updatedAt),
  }
  return slug === PRIVACY ? nameScripts(page, scope.shell) : page
}
