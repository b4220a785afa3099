import type { ReadonlyKysely } from 'kysely/readonly'
import type { Database } from './schema.ts'

/** Anything that can read: the readonly view as well as the transaction of an edit. */
export type Reader = Pick<ReadonlyKysely<Database>, 'selectFrom'>
