import type { ArticlePage, Origin } from '#shared/contracts/page.ts'
import { fold } from '#shared/text/fold.ts'
import { languageOf } from '#shared/text/language-tag.ts'
import { articlePath } from '../addresses/article-path.ts'
import { authorPath } from '../addresses/author-path.ts'
import { tags } from '../changes/tags.ts'
import { shownFields } from '../drafts/draft-fields.ts'
import { entitiesOf } from '../drafts/entities.ts'
import { storedOrigin } from '../drafts/origin.ts'
import type { GuidePlaces } from '../library/guide-places.ts'
import { guidePath } from '../library/guides.ts'
import type { ArticleRow } from '../library/page-articles.ts'
import { plainText } from '../markdown/plain-text.ts'
import { categoryLink, definesWords, subcategoryLink } from '../site/category-repository.ts'
import { type PageScope, titleOf } from './page-scope.ts'
import { factTags, showFacts } from './show-facts.ts'
import { showMentions } from './show-mentions.ts'
import { pictureTags, showPictures } from './show-pictures.ts'

/** @returns `undefined` where no published article has this slug */
export function showArticlePage(scope: PageScope, slug: string): ArticlePage | undefined {
  const article = scope.articles.get(slug)
  if (article?.status !== 'published') return undefined
  const { mentions, termById, facts, pictures, inGuides } = article
  const path = articlePath(slug)
  scope.reads(
    tags.article(article.id),
    tags.related(article.id),
    tags.authorName(article.author),
    tags.authorBiography(article.author),
    tags.constant('more'),
    tags.definitions(`${article.category}/${article.subcategory}`),
    tags.mentions(article.id),
    tags.guidePlaces(article.id),
    ...inGuides.reads,
    ...(article.translation_key === null ? [] : [tags.translations(article.translation_key)]),
    ...factTags(article.body_html),
    ...pictureTags(article.body_html),
    ...mentions.flatMap(({ term }) => (termById.has(term) ? tags.mentionedTerm(term) : [])),
  )
  scope.changedAt(article.updated_at)
  const home = scope.categories.find(({ slug }) => slug === article.category)
  const section = home?.children.find(({ slug }) => slug === article.subcategory)
  const author = scope.authors.get(article.author)
  const authorName = author?.name ?? ''
  const origin = storedOrigin(article)
  const { html, terms } = showMentions(article.body_html, mentions, termById)
  return {
    kind: 'article',
    path,
    seo: { title: titleOf(scope, article.title), description: article.description },
    node: {
      id: article.id,
      frontmatter: {
        title: article.title,
        slug: article.slug,
        description: article.description,
        author: authorName,
        entities: entitiesOf(article.placements),
      },
    },
    article: {
      id: article.id,
      slug: article.slug,
      title: article.title,
      description: article.description,
      ...(repeatsText(article) && { descriptionRepeatsText: true }),
      bodyHtml: showPictures(showFacts(html, facts, scope.site.locale), pictures),
      headings: article.headings,
      publishedAt: scope.showInstant(article.published_at),
      updatedAt: scope.showInstant(article.updated_at),
      readingMinutes: article.reading_minutes,
      ...shownFields(article),
      ...origin,
      ...(origin.reviewedAt && { reviewedAt: scope.showInstant(origin.reviewedAt) }),
      ...(origin.checkedAt && { checkedAt: scope.showInstant(origin.checkedAt) }),
      ...officeFor(origin, scope),
      ...(terms.length > 0 && { terms }),
      ...(home && definesWords(home, article.subcategory) && { isDefinition: true }),
    },
    author: {
      title: authorName,
      path: authorPath(article.author),
      description: author?.description ?? '',
      ...author?.facts,
    },
    ...translationsOf(scope, article),
    breadcrumb: home && section ? [categoryLink(home), subcategoryLink(home, section)] : [],
    related: scope.showCards(article.suggested),
    ...guidesOf(inGuides),
  }
}

/** The guides in which it stands. */
const guidesOf = ({ places }: GuidePlaces) =>
  places.length > 0 && {
    guides: places.map(({ guide, number, length, next }) => ({
      title: guide.title,
      path: guidePath(guide),
      number,
      length,
      ...(next && { next: next.link }),
    })),
  }

/** A person who wrote a text answers for it. */
const officeFor = ({ provenance, answeredBy }: Origin, { site: { office } }: PageScope) =>
  provenance === 'generated' && answeredBy === undefined && office !== undefined && { office }

/** Whether the first paragraph repeats the description, as it does when the editor wrote none. */
function repeatsText({ description, body_html }: ArticleRow): boolean {
  const [paragraph = ''] = /<p>.*?<\/p>/s.exec(body_html) ?? []
  return charactersOf(plainText(paragraph)).startsWith(charactersOf(description))
}

/** Letters and digits only: typesetting changes spaces and punctuation of the text. */
const charactersOf = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')

/** The article's translations by language, for the sister sites that this site links to. */
function translationsOf({ site }: PageScope, { translations }: Pick<ArticleRow, 'translations'>) {
  const known = (site.sisters ?? []).flatMap(({ locale }) => {
    const path = translations?.[locale]
    return path === undefined ? [] : [[languageOf(locale), path]]
  })
  return known.length > 0 && { translations: Object.fromEntries(known) }
}
