import { settleAll } from '#shared/settle-all.ts'
import { ALL } from '../addresses/lists.ts'
import type { Reader } from '../database/reader.ts'
import { factsIn } from '../facts/fact-marks.ts'
import type { Mention } from '../glossary/find-mentions.ts'
import { findExamples } from '../markdown/find-examples.ts'
import { picturesIn } from '../markdown/picture-figure.ts'
import { type CardRow, cardsById } from './card-repository.ts'
import { hasAnyExample } from './example-list.ts'
import { loadShownFacts } from './fact-repository.ts'
import { loadGuidePlaces, NO_PLACES } from './guide-places.ts'
import type { ArticleRow, PageArticle } from './page-articles.ts'
import { loadShownPictures } from './picture.ts'
import { type FiledPlace, loadRelatedAt } from './related-articles.ts'
import { loadTerms } from './shown-terms.ts'

/** An article as it would be stored. Pages show it in place of the one that is stored. */
export interface ArticleOver {
  row: ArticleRow
  /** Its places in lists. */
  places: readonly FiledPlace[]
  /** The mentions of terms in its text. */
  mentions: readonly Mention[]
}

/** The same as `loadPageArticles` gives of a stored article. */
export async function loadOver(
  db: Reader,
  { row, places, mentions }: ArticleOver,
  more: number,
): Promise<PageArticle> {
  const home = [`${row.category}/${row.subcategory}`, `${row.category}`, ALL]
  const near = home.flatMap((list) => places.find((place) => place.list === list) ?? [])
  const [suggested, terms, facts, pictures, inGuides] = await settleAll([
    loadCards(db, near, more),
    loadTerms(db, [...new Set(mentions.map(({ term }) => term))]),
    loadShownFacts(db, factsIn(row.body_html)),
    loadShownPictures(db, picturesIn(row.body_html)),
    loadGuidePlaces(db),
  ])
  const termById = new Map(terms.map((term) => [term.id, term]))
  return {
    ...row,
    suggested,
    mentions,
    termById,
    facts,
    pictures,
    inGuides: inGuides.get(row.id) ?? NO_PLACES,
  }
}

async function loadCards(db: Reader, near: readonly FiledPlace[], more: number) {
  const ids = await loadRelatedAt(db, near, more)
  const cards = await cardsById(db, ids)
  return ids.flatMap((id) => cards.get(id) ?? [])
}

/** Whether any text has an example, once this one is published. */
export const hasExampleBeside = async (db: Reader, { row }: ArticleOver): Promise<boolean> =>
  findExamples(row.body_html).length > 0 || hasAnyExample(db, row.id)

/** The cards of a list, with that of the article in its place. */
export function cardsWith(cards: readonly CardRow[], { row }: ArticleOver): CardRow[] {
  const { id, slug, title, description, author, category, subcategory } = row
  if (category === null || subcategory === null) return [...cards]
  const own: CardRow = {
    id,
    slug,
    title,
    description,
    author,
    category,
    subcategory,
    publishedAt: row.published_at,
    updatedAt: row.updated_at,
    readingMinutes: row.reading_minutes,
  }
  return [...cards.filter((card) => card.id !== id), own].sort(newestFirst)
}

/** Of several that were published together, the one with the smaller id comes first. */
const newestFirst = (a: CardRow, b: CardRow) =>
  a.publishedAt === b.publishedAt
    ? Number(a.id > b.id) - Number(a.id < b.id)
    : Number(a.publishedAt < b.publishedAt) - Number(a.publishedAt > b.publishedAt)
