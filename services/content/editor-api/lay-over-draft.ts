import type { Slug } from '#shared/contracts/primitives.ts'
import { settleAll } from '#shared/settle-all.ts'
import type { Reading } from '../changes/readings.ts'
import { openSnapshot } from '../changes/snapshot.ts'
import type { Reader } from '../database/reader.ts'
import type { CheckedArticle } from '../drafts/check-article.ts'
import {
  type ArticleChange,
  isPublished,
  planSave,
  type SaveContext,
} from '../edits/article-change.ts'
import { keepsMentions } from '../edits/links-part.ts'
import { articleWords, findMentions, type Mention } from '../glossary/find-mentions.ts'
import type { ArticleOver } from '../library/article-over.ts'
import { loadMentions } from '../library/shown-terms.ts'
import type { WholeArticle } from '../library/stored-article.ts'
import { loadGlossary, loadGlossaryWith } from '../library/term-repository.ts'
import { shownTranslations } from '../library/translations.ts'

/** Words that are read in a minute; Postgres computes the time of stored articles alike. */
const WORDS_PER_MINUTE = 230

/**
 * A checked text as saving it would store it, without writing anything: its row, its places in lists,
 * and where it mentions terms.
 *
 * @param db a snapshot
 */
export async function layOverDraft(
  db: Reader,
  slug: Slug,
  checked: CheckedArticle,
  existing: WholeArticle | undefined,
  context: SaveContext,
): Promise<ArticleOver> {
  const snapshot = openSnapshot(db)
  const current = <Value>(reading: Reading<Value>, keys: readonly string[]) =>
    reading.reload ? reading.reload(db, keys) : snapshot.read(reading, keys)
  const { change } = await planSave({ current }, slug, checked, existing, context)
  const { row } = change
  if (!row) throw new Error('Saving an article withdraws it')
  const { id, after, moves } = change
  const key = row.translation_key
  const [mentions, translations] = await settleAll([
    mentionsIn(db, change, row.body_html),
    key === null ? undefined : snapshot.read(shownTranslations, [key]),
  ])
  const [home] = after.placements
  const left = new Set(moves.left.map(({ list }) => list))
  return {
    row: {
      ...row,
      id,
      author: row.author ?? '',
      revision: existing?.revision ?? 0,
      reading_minutes: Math.ceil(row.word_count / WORDS_PER_MINUTE),
      placements: checked.placements,
      category: home?.category ?? null,
      subcategory: home?.subcategory ?? null,
      translations: (key !== null && translations?.get(key)) || null,
    },
    places: [...(existing?.places ?? []).filter(({ list }) => !left.has(list)), ...moves.joined],
    mentions,
  }
}

/** Those that are stored, where saving would keep them. */
async function mentionsIn(db: Reader, change: ArticleChange, html: string): Promise<Mention[]> {
  const { id, locale, terms, termsDiffer, before } = change
  if (keepsMentions(change)) return (await loadMentions(db, [id])).get(id) ?? []
  const isInForce = isPublished(before) ? !termsDiffer : terms.length === 0
  const glossary = isInForce
    ? await loadGlossary(db, locale)
    : await loadGlossaryWith(db, locale, id, terms)
  return findMentions(html, articleWords(html, locale), id, glossary)
}
