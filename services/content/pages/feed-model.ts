import { type FeedEntry, type FeedModel, feedPath } from '#shared/contracts/page-model.ts'
import type { PagePath, Tag } from '#shared/contracts/primitives.ts'
import { notFound } from '#shared/errors.ts'
import { settleAll } from '#shared/settle-all.ts'
import { articlePath } from '../addresses/article-path.ts'
import { authorPath } from '../addresses/author-path.ts'
import { ALL, FEED_SIZE } from '../addresses/lists.ts'
import { tags } from '../changes/tags.ts'
import { inSnapshot } from '../database/in-snapshot.ts'
import type { ReadDatabase, Reader } from '../database/reader.ts'
import { type CardRow, newestCards } from '../library/card-repository.ts'
import { plainText } from '../markdown/plain-text.ts'
import { type Category, loadCategories } from '../site/category-repository.ts'
import { loadSiteSettings, type SiteSettings } from '../site/site-settings.ts'
import { titleOf } from './page-scope.ts'
import { typesetModel } from './typeset-model.ts'

/**
 * The feed at a path: the newest articles of the site, or of one category.
 *
 * @throws {SiteError} `not-found` when there is no such feed
 */
export async function loadFeedModel(db: ReadDatabase, path: PagePath): Promise<FeedModel> {
  return inSnapshot(db, async (snapshot, history) => {
    const [{ revision }, settings, categories] = await settleAll([
      history,
      loadSiteSettings(snapshot),
      loadCategories(snapshot),
    ])
    const subject = subjectAt(path, settings, categories)
    if (!subject) throw notFound(`A feed at ${path}`)

    const { list, page, title, description } = subject
    const cards = (await newestCards(snapshot, [list], FEED_SIZE)).get(list) ?? []
    const details = await loadDetails(snapshot, cards)
    return {
      revision,
      tags: [
        tags.address(path),
        tags.siteTitle,
        tags.feed(list),
        ...subject.tags,
        ...new Set(cards.flatMap(tagsOf)),
      ],
      locale: settings.site.locale,
      page,
      ...typesetModel(
        {
          title,
          description,
          entries: cards.map((card) => showEntry(card, details, categories)),
        },
        settings.site.locale,
      ),
    }
  })
}

/** What a feed is about: its list, its titles, and the tags they were read under. */
interface Subject extends Pick<FeedModel, 'page' | 'title' | 'description'> {
  list: string
  tags: Tag[]
}

function subjectAt(
  path: PagePath,
  settings: SiteSettings,
  categories: readonly Category[],
): Subject | undefined {
  const { title, tagline } = settings.site
  if (path === feedPath('/')) {
    return { list: ALL, page: '/', title, description: tagline, tags: [tags.siteTagline] }
  }
  const category = categories.find(({ slug }) => path === feedPath(`/${slug}`))
  return (
    category && {
      list: category.slug,
      page: `/${category.slug}`,
      title: titleOf(settings, category.title),
      description: category.description,
      tags: [tags.categoryTitle(category.slug), tags.category(category.slug)],
    }
  )
}

const sectionOf = ({ category, subcategory }: CardRow) => `${category}/${subcategory}`

const tagsOf = (card: CardRow): Tag[] => [
  tags.feedEntry(card.id),
  tags.authorName(card.author),
  tags.categoryTitle(sectionOf(card)),
]

/** What cards do not say of these articles: the author's name, and the text as HTML. */
async function loadDetails(db: Reader, cards: readonly CardRow[]) {
  if (cards.length === 0) return []
  const ids = cards.map(({ id }) => id)
  return db
    .selectFrom('article')
    .innerJoin('author', 'author.slug', 'article.author')
    .select(['article.id', 'article.body_html as html', 'author.name as author'])
    .where('article.id', 'in', ids)
    .execute()
}

function showEntry(
  card: CardRow,
  details: Awaited<ReturnType<typeof loadDetails>>,
  categories: readonly Category[],
): FeedEntry {
  const { html = '', author = '' } = details.find(({ id }) => id === card.id) ?? {}
  const section = categories
    .find(({ slug }) => slug === card.category)
    ?.children.find(({ slug }) => slug === card.subcategory)
  return {
    id: card.id,
    path: articlePath(card.slug),
    title: card.title,
    summary: card.description,
    text: plainText(html),
    publishedAt: card.publishedAt,
    updatedAt: card.updatedAt,
    author: { title: author, path: authorPath(card.author) },
    section: { title: section?.title ?? '', path: `/${sectionOf(card)}` },
  }
}
