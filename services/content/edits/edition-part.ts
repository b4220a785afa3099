import { randomUUID } from 'node:crypto'
import type { Edit } from '../changes/commit-edit.ts'
import type { EditionTable } from '../database/schema.ts'
import {
  editionFields,
  type LastEdition,
  lastEditionOf,
  lastEditions,
  type Maker,
} from '../editions/edition.ts'
import { entityTag } from '../editions/entity-tag.ts'
import type { WholeArticle, WrittenArticle } from '../library/stored-article.ts'
import { type ArticleChange, isPublished, type PlanArticlePart } from './article-change.ts'

/**
 * The editions of an article: what it says from now on, and what it said until now, which stays.
 *
 * An article that was not edited since it was first imported, or since there are editions, has none:
 * its row says it all. Its first edit keeps what stood there as well.
 */
export const editionPart: PlanArticlePart = (change) => ({
  ...(change.existing && { watch: ({ read }) => read(lastEditions, [change.id]) }),
  write: (edit) => writeEditions(edit, change),
})

async function writeEditions(edit: Edit, change: ArticleChange): Promise<void> {
  const { id, existing, stored, after, maker, now } = change
  const last = existing && (await keepFormer(edit, existing))
  if (existing && last && maker.origin !== 'files') rememberBase(edit, existing, last)
  const tag = stored && entityTag(stored)
  const isLive = last?.state === 'published'
  if (isLive && tag === last.tag && after.slug === last.slug) return
  const at = now.toISOString()
  if (isLive) endEdition(edit, id, last, { state: stored ? 'superseded' : 'withdrawn', maker, at })
  if (!stored || tag === undefined) return
  insertEdition(edit, id, stored, {
    id: maker.edition ?? randomUUID(),
    number: (last?.number ?? 0) + 1,
    state: 'published',
    slug: after.slug,
    tag,
    origin: maker.origin,
    made_by: maker.name ?? null,
    made_at: at,
    revision: edit.revision,
  })
}

/**
 * Makes an edition of what is stored, where its last edition says something else.
 *
 * @returns the edition that is stored
 */
async function keepFormer(edit: Edit, existing: WholeArticle): Promise<LastEdition> {
  const last = await lastEditionOf(edit, existing.id)
  const tag = entityTag(existing)
  const isSame = last && last.tag === tag && (last.slug === existing.slug || !isPublished(existing))
  if (isSame) return last
  if (last?.state === 'published') {
    endEdition(edit, existing.id, last, { state: 'superseded', maker: undefined, at: null })
  }
  return insertEdition(edit, existing.id, existing, {
    id: randomUUID(),
    number: (last?.number ?? 0) + 1,
    state: isPublished(existing) ? 'published' : 'withdrawn',
    slug: existing.slug,
    tag,
  })
}

type NewEdition = Pick<LastEdition, 'id' | 'number' | 'state' | 'slug' | 'tag'> &
  Partial<Pick<EditionTable, 'origin' | 'made_by' | 'made_at' | 'revision'>>

function insertEdition(
  { tx, send, wrote }: Edit,
  article: string,
  text: WrittenArticle,
  edition: NewEdition,
): LastEdition {
  const values = {
    ...edition,
    article,
    fields: JSON.stringify(editionFields(text)),
    body: text.body_markdown,
  }
  send(tx.insertInto('edition').values(values))
  const ended = { ended_origin: null, ended_by: null, ended_at: null }
  const inserted = { origin: null, made_by: null, made_at: null, ...ended, ...edition }
  wrote(lastEditions, article, inserted)
  return inserted
}

interface Ending {
  state: 'superseded' | 'withdrawn'
  /** Unknown where something else than an edit wrote the article. */
  maker: Maker | undefined
  at: string | null
}

function endEdition(edit: Edit, article: string, last: LastEdition, { state, maker, at }: Ending) {
  const ended = { ended_origin: maker?.origin ?? null, ended_by: maker?.name ?? null, ended_at: at }
  const { tx, send, wrote } = edit
  send(
    tx
      .updateTable('edition')
      .set({ state, ...ended })
      .where('id', '=', last.id),
  )
  wrote(lastEditions, article, { ...last, state, ...ended })
}

/** What the article's file was imported as, if it has one that no other edit has left behind yet. */
function rememberBase({ tx, send }: Edit, { id }: WholeArticle, last: LastEdition): void {
  send(
    tx
      .updateTable('source_file')
      .set({ base: last.id })
      .where('article', '=', id)
      .where('base', 'is', null),
  )
}
