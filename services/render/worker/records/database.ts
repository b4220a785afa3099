import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Instant, PagePath, Revision, Tag } from '#shared/contracts/primitives.ts'
import { connect } from '#shared/database/connect.ts'
import type { Listing } from '../../documents/listing.ts'

/** The schema of Postgres that holds these tables, and the folder of its migrations. */
export const RENDER_SCHEMA = 'render'

/** A worker makes at most a dozen pages or batches at a time, each with its own connection. */
const MAX_CONNECTIONS = 16

/** Everything in these tables can be derived again from content and the page store. */
export const connectRegistry = (databaseUrl: string) =>
  connect<RenderDatabase>(databaseUrl, {
    schema: RENDER_SCHEMA,
    derivable: true,
    max: MAX_CONNECTIONS,
  })

export interface RenderDatabase {
  follower: {
    only_row: ColumnType<boolean, never, never>
    registry: ColumnType<string, never, string>
    feed: string | null
    revision: Revision
    shell_revision: Revision
    shell_changed_at: Instant | null
  }
  seen_change: { revision: Revision; tags: Tag[] }
  page: {
    build: string
    path: PagePath
    has_shell: boolean
    built_revision: Generated<Revision>
    wanted_revision: Generated<Revision>
    lane: Generated<number>
    slot: GeneratedAlways<number>
    etag: Generated<string>
    bytes: Generated<number>
    plain: Generated<boolean>
    retry_at: Instant | null
    stale_since: ColumnType<Instant | null, never, Instant | null>
    listing: ColumnType<Listing | null, never, Listing>
  }
  /** The tags that each page read, except the shell's: see `has_shell`. */
  page_reads: { build: string; path: PagePath; tags: Tag[] }
  build: {
    build: string
    begun_at: Generated<Instant>
    seen_at: Generated<Instant>
    enlisted_at: Instant | null
    enlist_after: string | null
  }
  heat: { path: PagePath; hits: number }
  /** Addresses to notify search engines of, and for a while those they were notified of. */
  index_now_address: {
    path: PagePath
    listing: Listing
    noted_at: Generated<Instant>
    told_at: Instant | null
  }
  index_now: { only_row: ColumnType<boolean, never, never>; next_at: Instant; failures: number }
  /** The caches that are purged, and when the next purges are sent to each. */
  cdn_target: { address: string; next_at: Generated<Instant>; failures: Generated<number> }
  /** Pages that a cache is to forget; the empty path stands for everything. */
  cdn_purge: {
    target: string
    path: PagePath | ''
    changed_at: Generated<Instant>
    waits_since: Generated<Instant>
    due_at: Generated<Instant>
    sent_once: Generated<boolean>
  }
  /** Which answers caches may keep for long. */
  cdn_lease: {
    only_row: ColumnType<boolean, never, never>
    answers: string | null
    until: Instant | null
    changed_at: Instant
  }
}
