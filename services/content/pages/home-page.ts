import { firstChart } from '#shared/charts/first-chart.ts'
import type { HomePage } from '#shared/contracts/page.ts'
import { tags } from '../changes/tags.ts'
import { findGuides } from '../library/guides.ts'
import { chooseForHome } from '../library/home-choice.ts'
import { categoryLink } from '../site/category-repository.ts'
import { namedSeo, type PageScope } from './page-scope.ts'

export async function loadHomePage(scope: PageScope): Promise<HomePage> {
  const { categories } = scope
  scope.reads(
    tags.home,
    tags.guides,
    tags.siteTagline,
    tags.constant('topNotch'),
    tags.constant('perCategoryOnHome'),
    tags.constant('favorites'),
    ...categories.map(({ slug }) => tags.category(slug)),
  )
  const { topNotch, strips, favorites } = await chooseForHome(scope.db, categories, scope.constants)
  const guides = await findGuides(scope.db)
  const leadChart = topNotch[0] && (await loadChart(scope, topNotch[0].id))
  return {
    kind: 'home',
    path: '/',
    seo: namedSeo(scope, 'home'),
    tagline: scope.site.tagline,
    topNotch: scope.showCards(topNotch),
    ...(leadChart !== undefined && { leadChart }),
    strips: categories.map((category) => ({
      ...categoryLink(category),
      description: category.description,
      articles: scope.showCards(strips.get(category.slug) ?? []),
    })),
    favorites: scope.showCards(favorites),
    // A part of the shell, whose tag every page reads.
    ...(scope.shell.hasTools && { hasTools: true }),
    ...(guides.length > 0 && {
      guides: guides.map(({ slug, title, description }) => ({
        title,
        description,
        path: `/guides#${slug}`,
      })),
    }),
  }
}

async function loadChart(scope: PageScope, article: string): Promise<string | undefined> {
  scope.reads(tags.chart(article))
  const row = await scope.db
    .selectFrom('article')
    .select('body_html')
    .where('id', '=', article)
    .executeTakeFirst()
  return row && firstChart(row.body_html)
}
