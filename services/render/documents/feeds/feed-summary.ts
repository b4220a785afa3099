import type { FeedEntry } from '#shared/contracts/page-model.ts'

/** What an entry says: the change that was told last, if there is one, and what the article is about. */
export const feedSummary = ({ change, summary }: Pick<FeedEntry, 'change' | 'summary'>): string =>
  change === undefined ? summary : `${change.on}: ${change.text} — ${summary}`
