import type { ReadonlyKysely } from 'kysely/readonly'
import type { Database } from './schema.ts'

/** The database for those who read it, and take snapshots of it. */
export type ReadDatabase = ReadonlyKysely<Database>

/** Anything that can read: the read-only view, a snapshot, or the transaction of an edit. */
export type Reader = Pick<ReadonlyKysely<Database>, 'selectFrom'>
