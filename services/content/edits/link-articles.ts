import type { Locale } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { articleWords, findMentions, type Mention, wordHashes } from '../glossary/find-mentions.ts'
import type { Glossary } from '../glossary/glossary.ts'
import type { HashedWords } from '../glossary/words.ts'
import { loadMentions, shownMentions } from '../library/shown-terms.ts'
import { listLater, shownTermPages, slugsOfTerms } from '../library/term-pages.ts'
import { glossaryOf } from '../library/term-repository.ts'

/** An article whose text is searched for mentions. */
export interface ArticleText {
  id: string
  body_html: string
}

/**
 * Finds the mentions of terms in these published articles and stores those that differ. An
 * article's tag is touched only if its page shows other links.
 *
 * @param isKnownText whether any words already stored for these articles are of this very text
 * @param isPublished whether this edit publishes them
 */
export async function linkArticles(
  edit: Edit,
  articles: readonly ArticleText[],
  { locale, isKnownText, isPublished = false }: LinkOptions,
): Promise<void> {
  if (articles.length === 0) return
  const [glossary, stored] = await settleAll([
    glossaryOf(edit, locale),
    loadMentions(edit.tx, edit.withoutCreated(idsOf(articles))),
  ])
  const linked = linkEach(articles, glossary)
  const differing = linked.filter(
    ({ id, mentions }) => JSON.stringify(mentions) !== JSON.stringify(stored.get(id) ?? []),
  )
  if (differing.length > 0) {
    // No page has read the tags of a new article yet.
    const shown = edit.withoutCreated(idsOf(differing))
    await edit.track(shownMentions, shown)
    if (isPublished) listMentionsLater(edit, differing)
    else
      await edit.track(shownTermPages, await slugsOfTerms(edit.tx, changedTerms(differing, stored)))
    if (shown.length > 0) edit.send(edit.tx.deleteFrom('mention').where('article', 'in', shown))
    insertMentions(edit, differing)
  }
  const known = isKnownText ? await withWords(edit, idsOf(articles)) : new Set()
  storeWords(
    edit,
    linked.filter(({ id }) => !known.has(id)),
  )
  // A trigger has noted these articles as waiting, because their text changed. They are linked now.
  const noted = isKnownText ? [] : edit.withoutCreated(idsOf(articles))
  if (noted.length > 0) {
    edit.send(edit.tx.deleteFrom('relink_article').where('article', 'in', noted))
  }
}

interface LinkOptions {
  locale: Locale
  isKnownText: boolean
  isPublished?: boolean
}

function listMentionsLater(edit: Edit, articles: readonly LinkedArticle[]): void {
  const mentioning = articles.filter(({ mentions }) => mentions.length > 0)
  if (mentioning.length > 0) listLater(edit, idsOf(mentioning))
}

/** The terms that some of the articles mention now and did not before, or the other way round. */
function changedTerms(
  articles: readonly LinkedArticle[],
  stored: ReadonlyMap<string, readonly Mention[]>,
): string[] {
  const changed = articles.flatMap(({ id, mentions }) => {
    const [were, are] = [termsIn(stored.get(id) ?? []), termsIn(mentions)]
    return [
      ...were.filter((term) => !are.includes(term)),
      ...are.filter((term) => !were.includes(term)),
    ]
  })
  return [...new Set(changed)]
}

const termsIn = (mentions: readonly Mention[]) => mentions.map(({ term }) => term)

interface LinkedArticle {
  id: string
  mentions: Mention[]
  words: HashedWords
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
      .values(articles.map(({ id, words }) => ({ article: id, words: [...wordHashes(words)] })))
      .onConflict((conflict) =>
        conflict
          .column('article')
          .doUpdateSet((row) => ({ words: row.ref('excluded.words') }))
          .whereRef('article_word.words', '<>', 'excluded.words'),
      ),
  )
}
