import type { FeedModel } from '#shared/contracts/page-model.ts'
import { CONTENT_START, type Instant } from '#shared/contracts/primitives.ts'

/** The newest update of an entry; for an empty feed, the earliest date that content allows. */
export const lastUpdate = ({ entries }: Pick<FeedModel, 'entries'>): Instant =>
  entries.reduce(
    (newest, { updatedAt }) => (updatedAt > newest ? updatedAt : newest),
    CONTENT_START,
  )
