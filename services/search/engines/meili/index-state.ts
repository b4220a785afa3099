import { randomUUID } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { FOLD_VERSION } from '#shared/text/fold.ts'
import type { Position } from '../engine.ts'

/** Raise it when documents would be made otherwise. */
export const SCHEMA_VERSION = 1

export const STATE_ID = 'state'

/** More titles that only we can compare than this, and every query would be slow. */
export const MAX_ODD_TITLES = 1_000

/**
 * What the documents beside it stand for. It is written in the same task as they are, so whatever
 * becomes of that task, of the server or of its disk, the two agree.
 */
export const IndexState = Type.Object({
  id: Type.Literal(STATE_ID),
  kind: Type.Literal('state'),
  feed: Type.String(),
  revision: Type.Integer({ minimum: 0 }),
  /** All titles, odd ones too. */
  titles: Type.Integer({ minimum: 0 }),
  foldVersion: Type.Integer(),
  schemaVersion: Type.Integer(),
  /** Another one with every write. */
  stamp: Type.String(),
})

export type IndexState = Static<typeof IndexState>

export const createState = ({ feed, revision }: Position, titles: number): IndexState => ({
  id: STATE_ID,
  kind: 'state',
  feed,
  revision,
  titles,
  foldVersion: FOLD_VERSION,
  schemaVersion: SCHEMA_VERSION,
  stamp: randomUUID(),
})

/** Whether code of this version can read and continue what it stands for. */
export const isOurs = ({ foldVersion, schemaVersion }: IndexState): boolean =>
  foldVersion === FOLD_VERSION && schemaVersion === SCHEMA_VERSION
