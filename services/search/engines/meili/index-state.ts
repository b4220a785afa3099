import { randomUUID } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { FOLD_VERSION } from '#shared/text/fold.ts'
import type { FeedPosition } from '../engine.ts'

/** Increase it when documents are built differently. */
export const SCHEMA_VERSION = 1

export const STATE_ID = 'state'

/** With more titles that only we can compare, every query would be slow. */
export const MAX_ODD_TITLES = 1_000

/**
 * Describes the other documents. It is written in the same task as they are, so whatever becomes of
 * that task, of the server or of its disk, the two agree.
 */
export const IndexState = Type.Object({
  id: Type.Literal(STATE_ID),
  kind: Type.Literal('state'),
  feed: Type.String(),
  revision: Type.Integer({ minimum: 0 }),
  /** All titles, including odd ones. */
  titles: Type.Integer({ minimum: 0 }),
  foldVersion: Type.Integer(),
  schemaVersion: Type.Integer(),
  /** A new one with every write. */
  stamp: Type.String(),
})

export type IndexState = Static<typeof IndexState>

export const createState = ({ feed, revision }: FeedPosition, titles: number): IndexState => ({
  id: STATE_ID,
  kind: 'state',
  feed,
  revision,
  titles,
  foldVersion: FOLD_VERSION,
  schemaVersion: SCHEMA_VERSION,
  stamp: randomUUID(),
})

/** Whether this version of the code can read and continue the index. */
export const isOurs = ({ foldVersion, schemaVersion }: IndexState): boolean =>
  foldVersion === FOLD_VERSION && schemaVersion === SCHEMA_VERSION
