import type { ColumnType, Generated } from 'kysely'
import type { PagePath, Revision, Tag } from '#shared/contracts/primitives.ts'

/** The schema of Postgres that holds these tables, and the folder of its migrations. */
export const RENDER_SCHEMA = 'render'

export interface Database {
  follower: {
    only_row: ColumnType<boolean, never, never>
    registry: ColumnType<string, never, string>
    feed: string | null
    revision: Revision
  }
  seen_change: { revision: Revision; tags: Tag[] }
  page: {
    build: string
    path: PagePath
    tags: Tag[]
    built_revision: Generated<Revision>
    wanted_revision: Generated<Revision>
    etag: Generated<string>
    bytes: Generated<number>
  }
}
