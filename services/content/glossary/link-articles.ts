import type { Locale } from '#shared/contracts/primitives.ts'
import { together } from '#shared/together.ts'
import type { Edit } from '../editing/commit-edit.ts'
import { articleWords, findMentions, type Mention, wordHashes } from './find-mentions.ts'
import type { Glossary } from './glossary.ts'
import { loadMentions, shownMentions } from './shown-terms.ts'
import { loadGlossary } from './term-repository.ts'
import type { Words } from './words.ts'

/** An article whose text is to be looked through. */
export interface ArticleText {
  id: string
  body_html: string
}

/**
 * Finds the mentions of terms in these articles, which must be published, and stores what differs.
 * A page hears of it only where it shows other links.
 *
 * @param isKnownText their words were stored with just this text, if at all
 */
export async function linkArticles(
  edit: Edit,
  articles: readonly ArticleText[],
  { locale, isKnownText }: { locale: Locale; isKnownText: boolean },
): Promise<void> {
  if (articles.length === 0) return
  const [glossary, stored] = await together([
    loadGlossary(edit.tx, locale),
    loadMentions(edit.tx, idsOf(articles)),
  ])
  const linked = linkEach(articles, glossary)
  const differing = linked.filter(
    ({ id, mentions }) => JSON.stringify(mentions) !== JSON.stringify(stored.get(id) ?? []),
  )
  if (differing.length > 0) {
    // No page shows a new article's own parts yet.
    const shown = idsOf(differing).filter((id) => !edit.created.has(id))
    await edit.watch(shownMentions, shown)
    edit.send(edit.tx.deleteFrom('mention').where('article', 'in', idsOf(differing)))
    insertMentions(edit, differing)
  }
  const known = isKnownText ? await withWords(edit, idsOf(articles)) : new Set()
  storeWords(
    edit,
    linked.filter(({ id }) => !known.has(id)),
  )
  // The database has articles linked anew whose text changes, and knows not that they just were.
  if (!isKnownText) {
    edit.send(edit.tx.deleteFrom('relink_article').where('article', 'in', idsOf(articles)))
  }
}

interface LinkedArticle {
  id: string
  mentions: Mention[]
  words: Words
}

const linkEach = (articles: readonly ArticleText[], glossary: Glossary): LinkedArticle[] =>
  articles.map(({ id, body_html }) => {
    const words = articleWords(body_html, glossary.locale)
    return { id, mentions: findMentions(body_html, words, id, glossary), words }
  })

async function withWords(edit: Edit, ids: readonly string[]): Promise<Set<string>> {
  const rows = await edit.tx
    .selectFrom('article_word')
    .select('article')
    .where('article', 'in', ids)
    .execute()
  return new Set(rows.map(({ article }) => article))
}

const idsOf = (articles: readonly { id: string }[]) => articles.map(({ id }) => id)

function insertMentions(edit: Edit, articles: readonly LinkedArticle[]): void {
  const rows = articles.flatMap(({ id, mentions }) =>
    mentions.map((mention, position) => ({ article: id, position, ...mention })),
  )
  if (rows.length > 0) edit.send(edit.tx.insertInto('mention').values(rows))
}

function storeWords(edit: Edit, articles: readonly LinkedArticle[]): void {
  if (articles.length === 0) return
  edit.send(
    edit.tx
      .insertInto('article_word')
      .values(articles.map(({ id, words }) => ({ article: id, words: wordHashes(words) })))
      .onConflict((conflict) =>
        conflict
          .column('article')
          .doUpdateSet((row) => ({ words: row.ref('excluded.words') }))
          .whereRef('article_word.words', '<>', 'excluded.words'),
      ),
  )
}

/** Takes an article that is withdrawn out of what is linked. */
export function unlinkArticle(edit: Edit, article: string): void {
  edit.send(edit.tx.deleteFrom('mention').where('article', '=', article))
  edit.send(edit.tx.deleteFrom('article_word').where('article', '=', article))
}

/** Articles whose texts are in memory at once. */
const LINKED_AT_ONCE = 200

/** Links the articles of a first import, of which nobody need be told. */
export async function linkImported(edit: Edit, locale: Locale): Promise<void> {
  const glossary = await loadGlossary(edit.tx, locale)
  for (let after: string | undefined; ; ) {
    let query = edit.tx
      .selectFrom('article')
      .select(['id', 'body_html'])
      .orderBy('id')
      .limit(LINKED_AT_ONCE)
    if (after !== undefined) query = query.where('id', '>', after)
    const articles = await query.execute()
    if (articles.length > 0) {
      const linked = linkEach(articles, glossary)
      insertMentions(edit, linked)
      storeWords(edit, linked)
    }
    after = articles.at(-1)?.id
    if (articles.length < LINKED_AT_ONCE) return
  }
}
