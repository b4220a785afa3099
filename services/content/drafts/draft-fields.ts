import type { Selectable } from 'kysely'
import { ArticlePage } from '#shared/contracts/page.ts'
import type { ArticleTable } from '../database/schema.ts'
import type { ArticleDraft } from './article-draft.ts'

type Columns = Selectable<ArticleTable>

/** A field that is stored as it is written: its column, and what that has of an article without it. */
type Plain<Written> = {
  [Column in keyof Columns]: [Written] extends [Columns[Column]]
    ? { column: Column; empty: Columns[Column] }
    : never
}[keyof Columns]

/**
 * What becomes of each field of an article that a new draft leaves out: the one that it had is kept,
 * or it is derived from the text, or it is emptied. The fields with a column are emptied as well, and
 * need no code of their own.
 */
export const DRAFT_FIELDS = {
  title: 'required',
  body: 'required',
  entities: 'required',
  description: 'derived',
  updatedAt: 'derived',
  author: 'kept',
  publishedAt: 'kept',
  answer: { column: 'answer', empty: null },
  takeaways: { column: 'takeaways', empty: [] },
  sources: { column: 'sources', empty: [] },
  terms: 'emptied',
  provenance: 'emptied',
  answeredBy: 'emptied',
  reviewedBy: 'emptied',
  reviewedAt: 'emptied',
  checkedAt: 'emptied',
  expiresAt: 'emptied',
  expiresTo: { column: 'expires_to', empty: null },
  validFor: { column: 'valid_for', empty: null },
  changes: { column: 'changes', empty: [] },
  corrections: { column: 'corrections', empty: [] },
  translationKey: { column: 'translation_key', empty: null },
  topNotchRank: { column: 'top_notch_rank', empty: null },
  favorite: { column: 'favorite', empty: false },
} as const satisfies {
  readonly [Field in keyof Required<ArticleDraft>]:
    | ('required' | 'derived' | 'kept' | 'emptied')
    | Readonly<Plain<Required<ArticleDraft>[Field]>>
}

type Fields = typeof DRAFT_FIELDS
type PlainField = {
  [Field in keyof Fields]: Fields[Field] extends { column: string } ? Field : never
}[keyof Fields]

export type PlainFields = { [Field in PlainField]: Columns[Fields[Field]['column']] }
export type PlainColumns = Pick<Columns, Fields[PlainField]['column']>

type ShownField = Extract<PlainField, keyof ArticlePage['article']>
type ShownFields = Pick<ArticlePage['article'], ShownField>

const PLAIN_FIELDS = Object.entries(DRAFT_FIELDS).flatMap(([field, kind]) =>
  typeof kind === 'string' ? [] : [{ field, ...kind }],
)

/** Fields that are empty where a draft lacks them. */
export const EMPTIED_FIELDS = Object.entries(DRAFT_FIELDS).flatMap(([field, kind]) =>
  kind === 'emptied' || typeof kind === 'object' ? [field] : [],
)

/** Of a draft that was checked, the fields that are stored as they are written. */
export const plainFieldsOf = (draft: ArticleDraft): PlainFields =>
  withEach(({ field, empty }) => [field, Reflect.get(draft, field) ?? empty])

export const plainColumns = (article: PlainFields): PlainColumns =>
  withEach(({ field, column }) => [column, Reflect.get(article, field)])

/** The inverse of `plainColumns`. */
export const storedFields = (row: PlainColumns): PlainFields =>
  withEach(({ field, column }) => [field, row[column]])

/** Those of them that the contract of an article's page has; what is null is absent there. */
export const shownFields = (row: PlainColumns): ShownFields =>
  withEach(({ field, column }) =>
    field in ArticlePage.properties.article.properties && row[column] !== null
      ? [field, row[column]]
      : undefined,
  )

function withEach<T>(
  entryOf: (plain: (typeof PLAIN_FIELDS)[number]) => [string, unknown] | undefined,
): T {
  const entries = PLAIN_FIELDS.flatMap((plain) => {
    const entry = entryOf(plain)
    return entry ? [entry] : []
  })
  // The table has every field and every column of T, but the compiler cannot follow the names.
  return Object.fromEntries(entries) as T
}
