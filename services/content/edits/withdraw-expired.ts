import { type Kysely, sql } from 'kysely'
import type { Edit } from '../changes/commit-edit.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import { loadWhole } from '../library/stored-article.ts'
import type { WithdrawalContext } from './article-change.ts'
import { withdrawArticle } from './save-article.ts'

/** Articles of one edit; what is left is withdrawn by the next one. */
const MAX_WITHDRAWN = 50

const published = (db: Reader) =>
  db.selectFrom('article').where('status', '=', 'published').where('expires_at', 'is not', null)

/**
 * Withdraws articles whose time is over.
 *
 * @returns their addresses
 */
export async function withdrawExpired(
  edit: Edit,
  context: Omit<WithdrawalContext, 'maker' | 'leadsTo'>,
): Promise<string[]> {
  const expired = await published(edit.tx)
    .selectAll()
    .where('expires_at', '<=', context.now.toISOString())
    .orderBy('expires_at')
    .orderBy('id')
    .limit(MAX_WITHDRAWN)
    .execute()
  for (const article of expired) {
    const whole = await loadWhole(edit.tx, article)
    const end = { leadsTo: whole.expires_to, maker: { origin: 'schedule' } } as const
    await withdrawArticle(edit, whole, { ...context, ...end })
  }
  return expired.map(({ slug }) => slug)
}

/** The same for all of them, in one edit. */
export async function withdrawAllExpired(
  ...edit: Parameters<typeof withdrawExpired>
): Promise<void> {
  const slugs = await withdrawExpired(...edit)
  if (slugs.length > 0) await withdrawAllExpired(...edit)
}

/** Articles that expire, the next first. */
export const listExpiring = (db: Reader, limit: number) =>
  published(db)
    .select(['slug', 'title', 'expires_to'])
    .select(({ ref }) => ref('expires_at').$notNull().as('expires_at'))
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** The time by the clock of Postgres, and milliseconds from it to the next article that expires. */
export const findNextExpiry = (db: Kysely<Database>) =>
  published(db)
    .select(sql<string>`now()`.as('now'))
    .select(
      sql<number | null>`extract(epoch from min(expires_at) - now())::float8 * 1000`.as('inMs'),
    )
    .executeTakeFirstOrThrow()
