import { type Static, Type } from 'typebox'
import { PagePath } from './primitives.ts'

/** Names a page without its content: the worker loads that itself. */
export const PageJob = Type.Object({ path: PagePath })

/** Asks for some pages of the table of stale pages, which says which ones. */
export const BulkJob = Type.Object({ slot: Type.Integer({ minimum: 0 }) })

export type PageJob = Static<typeof PageJob>
export type BulkJob = Static<typeof BulkJob>
