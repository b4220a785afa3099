import { Type } from 'typebox'
import { PAGE_KINDS, type ToldChange } from '#shared/contracts/page.ts'
import { type FeedEntry, FeedModel, feedPath } from '#shared/contracts/page-model.ts'
import type { PagePath, Tag } from '#shared/contracts/primitives.ts'
import { notFound } from '#shared/errors.ts'
import { UTC } from '#shared/text/time-zone.ts'
import { nameUuid } from '../addresses/article-id.ts'
import { articlePath } from '../addresses/article-path.ts'
import { authorPath } from '../addresses/author-path.ts'
import { ALL, FEED_SIZE } from '../addresses/lists.ts'
import { tags } from '../changes/tags.ts'
import { inSnapshot } from '../database/in-snapshot.ts'
import type { ReadDatabase, Reader } from '../database/reader.ts'
import type { ArticleTable } from '../database/schema.ts'
import { instantOf } from '../drafts/check-time.ts'
import { factsIn } from '../facts/fact-marks.ts'
import { type CardRow, cardsById, newestCards } from '../library/card-repository.ts'
import { loadCorrections } from '../library/correction-list.ts'
import { loadShownFacts } from '../library/fact-repository.ts'
import { loadShownPictures, plainPath } from '../library/picture.ts'
import { picturesIn } from '../markdown/picture-figure.ts'
import { plainText } from '../markdown/plain-text.ts'
import { type CommonData, loadCommonData } from './common-data.ts'
import { titleOf } from './page-scope.ts'
import { factTags, showFacts } from './show-facts.ts'
import { typesetModel } from './typeset-model.ts'

const CORRECTIONS = PAGE_KINDS.corrections.path

const FeedTexts = Type.Pick(FeedModel, ['title', 'description', 'entries'])

/**
 * The feed at a path: the newest articles of the site or of one category, or the newest corrections.
 *
 * @throws {SiteError} `not-found` when there is no such feed
 */
export async function loadFeedModel(db: ReadDatabase, path: PagePath): Promise<FeedModel> {
  return inSnapshot(db, async (snapshot, history) => {
    const words = await loadCommonData(db, snapshot, history)
    const subject = subjectAt(path, words)
    if (!subject) throw notFound(`A feed at ${path}`)

    const { page, title, description } = subject
    const { entries, tags: ofEntries } = await subject.load(snapshot, words)
    const { locale } = words.site
    const { revision } = await history
    return {
      revision,
      tags: [tags.address(path), tags.siteTitle, ...subject.tags, ...new Set(ofEntries)],
      locale,
      page,
      ...typesetModel(FeedTexts, { title, description, entries }, locale),
    }
  })
}

/** Entries, the newest first, and the tags they were read under. */
type LoadEntries = (
  db: Reader,
  words: CommonData,
) => Promise<{ entries: FeedEntry[]; tags: readonly Tag[] }>

/** What a feed is about: its titles, the tags they were read under, and its entries. */
interface Subject extends Pick<FeedModel, 'page' | 'title' | 'description' | 'tags'> {
  load: LoadEntries
}

function subjectAt(path: PagePath, words: CommonData): Subject | undefined {
  const { title, tagline } = words.site
  if (path === feedPath('/')) {
    const load = articlesIn(ALL)
    return { page: '/', title, description: tagline, tags: [tags.siteTagline], load }
  }
  if (path === feedPath(CORRECTIONS)) {
    const named = words.namedTexts.get('corrections')
    return {
      page: CORRECTIONS,
      title: named ? titleOf(words, named.title) : title,
      description: named?.description ?? tagline,
      tags: [tags.seoTitle('corrections'), tags.seoDescription('corrections'), tags.siteTagline],
      load: loadCorrectionEntries,
    }
  }
  const category = words.categories.find(({ slug }) => path === feedPath(`/${slug}`))
  return (
    category && {
      page: `/${category.slug}`,
      title: titleOf(words, category.title),
      description: category.description,
      tags: [tags.categoryTitle(category.slug), tags.category(category.slug)],
      load: articlesIn(category.slug),
    }
  )
}

const articlesIn =
  (list: string): LoadEntries =>
  async (db, words) => {
    const cards = await newestCards(db, list, FEED_SIZE)
    const stored = await loadTexts(db, cards)
    const htmlOf = ({ id }: CardRow) => stored.get(id)?.body_html ?? ''
    const texts = cards.map(htmlOf)
    const facts = await loadShownFacts(db, [...new Set(texts.flatMap(factsIn))])
    const textOf = (card: CardRow) => showFacts(htmlOf(card), facts, words.site.locale)
    const named = texts.flatMap((text) => picturesIn(text).slice(0, 1))
    const pictures = await loadShownPictures(db, [...new Set(named)])
    const pictureOf = (card: CardRow) => {
      const [first = ''] = picturesIn(htmlOf(card))
      const shown = pictures.get(first)
      return shown && plainPath(shown)[0]
    }
    return {
      entries: cards.map((card) => {
        const [change] = stored.get(card.id)?.changes ?? []
        return {
          ...showEntry(card, textOf(card), words, pictureOf(card)),
          ...(change && { change }),
        }
      }),
      tags: [
        tags.feed(list),
        ...cards.flatMap(tagsOf),
        ...texts.flatMap(factTags),
        ...named.map(tags.picture),
      ],
    }
  }

/** The newest corrections, each as an entry that leads to its article. */
const loadCorrectionEntries: LoadEntries = async (db, words) => {
  const { zone = UTC } = words.site
  const corrections = (await loadCorrections(db)).slice(0, FEED_SIZE)
  const cards = await cardsById(
    db,
    corrections.map(({ article }) => article),
  )
  const entries = corrections.flatMap(({ article, on, was, is }) => {
    const card = cards.get(article)
    const at = instantOf(on, zone)
    if (!card || at === undefined) return []
    const summary = `${was} → ${is}`
    const id = nameUuid(`${article}/corrections/${on}/${was}`)
    return [
      { ...showEntry(card, '', words), id, summary, text: summary, publishedAt: at, updatedAt: at },
    ]
  })
  return { entries, tags: [tags.corrections, ...[...cards.values()].flatMap(tagsOf)] }
}

const sectionOf = ({ category, subcategory }: CardRow) => `${category}/${subcategory}`

const tagsOf = (card: CardRow): Tag[] => [
  tags.feedEntry(card.id),
  tags.authorName(card.author),
  tags.categoryTitle(sectionOf(card)),
]

/** The texts of these articles as HTML, by id. */
async function loadTexts(
  db: Reader,
  cards: readonly CardRow[],
): Promise<ReadonlyMap<string, Pick<ArticleTable, 'body_html'> & { changes: ToldChange[] }>> {
  if (cards.length === 0) return new Map()
  const ids = cards.map(({ id }) => id)
  const rows = await db
    .selectFrom('article')
    .select(['id', 'body_html', 'changes'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

function showEntry(
  card: CardRow,
  html: string,
  { categories, authors }: CommonData,
  picture?: PagePath,
): FeedEntry {
  const section = categories
    .find(({ slug }) => slug === card.category)
    ?.children.find(({ slug }) => slug === card.subcategory)
  return {
    id: card.id,
    path: articlePath(card.slug),
    title: card.title,
    summary: card.description,
    text: plainText(html),
    ...(picture !== undefined && { picture }),
    publishedAt: card.publishedAt,
    updatedAt: card.updatedAt,
    author: { title: authors.get(card.author)?.name ?? '', path: authorPath(card.author) },
    section: { title: section?.title ?? '', path: `/${sectionOf(card)}` },
  }
}
