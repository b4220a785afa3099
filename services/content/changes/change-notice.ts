import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { parseShape } from '#shared/check-shape.ts'
import { PagePath, Revision, Tag } from '#shared/contracts/primitives.ts'

/** The Postgres channel that announces every commit with changes. */
export const CHANGE_CHANNEL = 'finlore_content_change'

/** A change with the pages that were edited, as it is announced. */
const ChangeNotice = Type.Object({
  feed: Type.String({ format: 'uuid' }),
  revision: Revision,
  /** Postgres writes it in its own time zone; readers of a notice get an `Instant`. */
  at: Type.String(),
  tags: Type.Array(Tag),
  edited: Type.Array(PagePath),
})

export type ChangeNotice = Static<typeof ChangeNotice>

/**
 * Bytes of a notice as it is sent. Postgres takes fewer than 8,000, and writes spaces between its
 * parts.
 */
const MAX_BYTES = 6_000

/**
 * A statement that announces a change when its transaction is committed: the whole change, so that
 * followers need not read it again, or only its revision where it is too long.
 */
export function announceChange(change: Omit<ChangeNotice, 'at'>) {
  const notice = JSON.stringify(change)
  return Buffer.byteLength(notice) > MAX_BYTES
    ? sql`select pg_notify(${CHANGE_CHANNEL}, ${String(change.revision)})`
    : sql`
        select pg_notify(
          ${CHANGE_CHANNEL},
          -- The same time as in the table: that of the transaction.
          (${notice}::jsonb || jsonb_build_object('at', now()))::text
        )
      `
}

/** @returns `undefined` when the change must be read from its table */
export function readNotice(payload: string): ChangeNotice | undefined {
  const notice = parseShape(ChangeNotice, payload)
  return notice && { ...notice, at: new Date(notice.at).toISOString() }
}
