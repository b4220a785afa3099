import { articlePath } from '../addresses/article-path.ts'
import type { Edit } from '../changes/commit-edit.ts'
import { tags } from '../changes/tags.ts'
import { sortedJson } from '../database/sorted-json.ts'
import { noteWritten } from '../library/stored-article.ts'
import type { ArticleChange, PlanArticlePart } from './article-change.ts'
import {
  type ArticleState,
  READ_TAGS,
  type ReadTag,
  usesOf,
  type WrittenRow,
} from './article-state.ts'

/** The article's own row, and the tags of its own. */
export const articlePart: PlanArticlePart = (change) => ({
  write: (edit) => writeRow(edit, change),
  touch(edit) {
    const { id, before, after, uses } = change
    edit.touch(tags.draft(id))
    if (uses.has('article')) edit.announce(articlePath(after.slug))
    // No page has read the tags of a new article yet, but search follows its title.
    touchTags(edit, id, uses, before ? READ_TAGS : ['title'])
  },
})

async function writeRow(edit: Edit, { id, existing, row, before, after }: ArticleChange) {
  const { tx, send, revision } = edit
  noteWritten(edit, id, [after.slug, existing?.slug ?? after.slug])
  if (!existing && row) {
    edit.create(id)
    // No page shows its card yet, so nothing waits for its reading time.
    return send(tx.insertInto('article').values({ id, ...withJson(row), revision }))
  }
  const { reading_minutes } = await tx
    .updateTable('article')
    .set({ ...(row ? withJson(row) : { status: 'gone', gone_to: after.gone_to }), revision })
    .where('id', '=', id)
    .returning('reading_minutes')
    .executeTakeFirstOrThrow()
  if (reading_minutes !== before?.reading_minutes) touchFields(edit, id, ['reading_minutes'])
}

const withJson = (row: WrittenRow) => ({
  ...row,
  headings: sortedJson(row.headings),
  sources: sortedJson(row.sources),
  corrections: sortedJson(row.corrections),
  changes: sortedJson(row.changes),
})

/** Touches the tags of pages that show these fields, which were written without a plan. */
export const touchFields = (edit: Edit, id: string, fields: readonly (keyof ArticleState)[]) =>
  touchTags(edit, id, usesOf(fields), READ_TAGS)

const touchTags = (
  edit: Edit,
  id: string,
  changed: ReadonlySet<string>,
  names: readonly ReadTag[],
) => edit.touch(...names.filter((name) => changed.has(name)).map((name) => tags[name](id)))
