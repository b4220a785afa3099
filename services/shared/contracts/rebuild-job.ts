import { type Static, Type } from 'typebox'
import { PagePath } from './primitives.ts'

/** Names a page and never carries its content: whoever does the job asks for that. */
export const PageJob = Type.Object({ path: PagePath })

/** Asks for some of the pages that wait in the table of stale ones; which, the table says. */
export const BulkJob = Type.Object({ slot: Type.Integer({ minimum: 0 }) })

export type PageJob = Static<typeof PageJob>
export type BulkJob = Static<typeof BulkJob>
