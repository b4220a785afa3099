import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { Type } from 'typebox'
import { type Locale, Slug } from '#shared/contracts/primitives.ts'
import type { TypeBoxProvider } from '#shared/http/typebox-provider.ts'
import { type Committed, commitEdit, type Edit } from '../changes/commit-edit.ts'
import { createGroupCommit } from '../changes/group-commit.ts'
import type { ReadDatabase } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import type { AskerOf, MakerOf } from './guard-editors.ts'
import { described } from './route-description.ts'

export interface ArticleEditorOptions {
  read: ReadDatabase
  write: Kysely<Database>
  locale: Locale
  now: () => Date
  askerOf: AskerOf
  makerOf: MakerOf
}

/** What the routes of all verbs on articles share. */
export interface ArticleVerb extends ArticleEditorOptions {
  commit: Commit
}

/**
 * @param prefetch reads what `work` will read, for all edits of a group at the same time
 * @returns what `work` returns, with the revision and the tags of the edit
 */
type Commit = <T>(
  work: (edit: Edit) => Promise<T>,
  options: { dryRun?: boolean },
  prefetch?: (edit: Edit) => Promise<unknown>,
) => Promise<Committed<T>>

export function articleVerb(options: ArticleEditorOptions): ArticleVerb {
  const groupCommit = createGroupCommit(options.write)
  return {
    ...options,
    commit: (work, { dryRun = false }, prefetch) =>
      dryRun ? commitEdit(options.write, work, { dryRun }) : groupCommit(work, prefetch),
  }
}

export const routesOf = (app: FastifyInstance) => app.withTypeProvider<TypeBoxProvider>()

/** An edit may take longer while the database keeps answering, but not while it is silent. */
export const config = { deadlineMs: 3_000, longestMs: 10_000 }
/** Publishing and reading many texts takes longer than one. */
export const longConfig = { ...config, longestMs: 60_000 }
/** Of a request with a body that changes nothing. */
export const readingConfig = { ...config, onlyReads: true }

export const params = Type.Object({ slug: described(Slug, 'The address of an article') })
const Tags = Type.String({ maxLength: 1000 })
export const headers = Type.Object({
  'if-match': Type.Optional(
    described(Tags, 'The `ETag` of the text that you have read; `*` for whatever is stored'),
  ),
  'if-none-match': Type.Optional(described(Tags, '`*` for a text that must not be there yet')),
})
