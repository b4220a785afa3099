import { firstChart } from '#shared/charts/first-chart.ts'
import type { HomePage, Link } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import { tags } from '../changes/tags.ts'
import { loadFirstExamples } from '../library/example-list.ts'
import { loadFirstTerms } from '../library/first-terms.ts'
import { articlesAtPaths, findGuides, guidePath, pathsOfGuides } from '../library/guides.ts'
import { chooseForHome } from '../library/home-choice.ts'
import { loadHomeFigures } from '../library/home-figures.ts'
import { categoryLink } from '../site/category-repository.ts'
import { namedSeo, type PageScope } from './page-scope.ts'

/** How many calculators and terms of the guides' articles the page shows. */
const MAX_TOOLS = 4
const MAX_TERMS = 10

export async function loadHomePage(scope: PageScope): Promise<HomePage> {
  const { categories } = scope
  scope.reads(
    tags.home,
    tags.guides,
    tags.homeFigures,
    tags.siteTagline,
    tags.constant('topNotch'),
    tags.constant('perCategoryOnHome'),
    tags.constant('favorites'),
    ...categories.map(({ slug }) => tags.category(slug)),
  )
  const { topNotch, strips, favorites } = await chooseForHome(scope.db, categories, scope.constants)
  const guides = await findGuides(scope.db)
  const figures = await loadHomeFigures(scope.db)
  const { tools, terms } = await loadWaysIn(scope, pathsOfGuides(guides))
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
    ...(figures.length > 0 && { figures }),
    ...(tools.length > 0 && { tools }),
    ...(terms.length > 0 && { terms }),
    ...(guides.length > 0 && {
      guides: guides.map((guide) => ({
        title: guide.title,
        description: guide.description,
        path: guidePath(guide),
      })),
    }),
  }
}

/** What the articles of the guides have beside their texts: editors sent beginners there. */
async function loadWaysIn(scope: PageScope, paths: readonly PagePath[]) {
  const found = await articlesAtPaths(scope.db, paths)
  const ids = [...new Set([...found.values()].map(({ id }) => id))]
  const [examples, firstTerms] = await settleAll([
    loadFirstExamples(scope.db, ids),
    loadFirstTerms(scope.db, ids),
  ])
  const steps = paths.map((path) => ({ path, id: found.get(path)?.id }))
  const tools = takeFirst(steps, examples, MAX_TOOLS)
  const terms = takeFirst(steps, firstTerms, MAX_TERMS)
  scope.reads(
    ...[...tools.seen, ...terms.seen].map(({ path }) => tags.articleAt(path)),
    ...idsOf(tools.seen).map(tags.firstExample),
    ...tools.links.map(({ id }) => tags.link(id)),
    ...idsOf(terms.seen).map(tags.firstTerm),
  )
  return {
    tools: tools.links.map(({ link }) => link),
    terms: terms.links.map(({ link }) => link),
  }
}

interface Step {
  path: PagePath
  /** Of the article there, if there is or was one. */
  id: string | undefined
}

const idsOf = (steps: readonly Step[]) => steps.flatMap(({ id }) => id ?? [])

/** The links of the first steps that have one, and all steps that were looked at for them. */
function takeFirst<Found extends Link>(
  steps: readonly Step[],
  found: ReadonlyMap<string, Found>,
  limit: number,
): { links: { id: string; link: Found }[]; seen: Step[] } {
  const links: { id: string; link: Found }[] = []
  const seen: Step[] = []
  for (const step of steps) {
    if (links.length === limit) break
    seen.push(step)
    const { id } = step
    const link = id === undefined ? undefined : found.get(id)
    if (id === undefined || !link) continue
    if (!links.some((taken) => taken.link.path === link.path)) links.push({ id, link })
  }
  return { links, seen }
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
