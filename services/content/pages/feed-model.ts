import type { ReadonlyKysely } from 'kysely/readonly'
import { type FeedEntry, type FeedModel, feedPath } from '#shared/contracts/page-model.ts'
import type { PagePath, Tag } from '#shared/contracts/primitives.ts'
import { notFound } from '#shared/errors.ts'
import { together } from '#shared/together.ts'
import { articlePath } from '../articles/article-path.ts'
import { type CardRow, newestCards } from '../articles/card-repository.ts'
import { ALL, FEED_SIZE } from '../articles/listings.ts'
import { plainText } from '../articles/plain-text.ts'
import { authorPath } from '../authors/author-path.ts'
import { type Category, loadCategories } from '../categories/category-repository.ts'
import { tags } from '../changes/tags.ts'
import { inSnapshot } from '../database/in-snapshot.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import { loadSiteSettings, type SiteSettings } from '../site/site-settings.ts'
import { titleOf } from './page-scope.ts'
import { typesetModel } from './typeset-model.ts'

/**
 * The feed at a path: the newest articles of the site, or of one category.
 *
 * @throws {SiteError} `not-found` when there is no such feed
 */
export async function loadFeedModel(
  db: ReadonlyKysely<Database>,
  path: PagePath,
): Promise<FeedModel> {
  return inSnapshot(db, async (snapshot, history) => {
    const [{ revision }, settings, categories] = await together([
      history,
      loadSiteSettings(snapshot),
      loadCategories(snapshot),
    ])
    const subject = subjectAt(path, settings, categories)
    if (!subject) throw notFound(`A feed at ${path}`)

    const { list, page, title, description } = subject
    const cards = (await newestCards(snapshot, [list], FEED_SIZE)).get(list) ?? []
    const [names, texts] = await together([loadNames(snapshot, cards), loadTexts(snapshot, cards)])
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
          entries: cards.map((card) => showEntry(card, { names, texts, categories })),
        },
        settings.site.locale,
      ),
    }
  })
}

/** What a feed is about. */
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

/** Of the authors of these articles, by slug. */
async function loadNames(
  db: Reader,
  cards: readonly CardRow[],
): Promise<ReadonlyMap<string, string>> {
  if (cards.length === 0) return new Map()
  const authors = await db
    .selectFrom('author')
    .select(['slug', 'name'])
    .where('slug', 'in', [...new Set(cards.map(({ author }) => author))])
    .execute()
  return new Map(authors.map(({ slug, name }) => [slug, name]))
}

/** The text of these articles, by id. */
async function loadTexts(
  db: Reader,
  cards: readonly CardRow[],
): Promise<ReadonlyMap<string, string>> {
  if (cards.length === 0) return new Map()
  const articles = await db
    .selectFrom('article')
    .select(['id', 'body_html'])
    .where(
      'id',
      'in',
      cards.map(({ id }) => id),
    )
    .execute()
  return new Map(articles.map(({ id, body_html }) => [id, plainText(body_html)]))
}

interface Words {
  names: ReadonlyMap<string, string>
  texts: ReadonlyMap<string, string>
  categories: readonly Category[]
}

function showEntry(card: CardRow, { names, texts, categories }: Words): FeedEntry {
  const section = categories
    .find(({ slug }) => slug === card.category)
    ?.children.find(({ slug }) => slug === card.subcategory)
  return {
    id: card.id,
    path: articlePath(card.slug),
    title: card.title,
    summary: card.description,
    text: texts.get(card.id) ?? '',
    publishedAt: card.publishedAt,
    updatedAt: card.updatedAt,
    author: { title: names.get(card.author) ?? '', path: authorPath(card.author) },
    section: { title: section?.title ?? '', path: `/${sectionOf(card)}` },
  }
}
