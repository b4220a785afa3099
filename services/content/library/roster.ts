import { ONLY, type TrackedReading } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import { PORTRAIT } from './portrait.ts'

/** More authors than any site will have. This is a limit, not a page size. */
const MAX_AUTHORS = 500

/** All authors. */
export const loadRoster = (db: Reader) =>
  db
    .selectFrom('author')
    .select(['slug', 'name', 'description', 'articles', PORTRAIT.as('portrait')])
    .orderBy('slug')
    .limit(MAX_AUTHORS)
    .execute()

type RosterEntry = Awaited<ReturnType<typeof loadRoster>>[number]

/** Which authors there are, and how many articles each has. */
export const shownRoster: TrackedReading<RosterEntry[]> = {
  remembered: true,
  load: async ({ db }) => new Map([[ONLY[0], await loadRoster(db)]]),
  tags(_key, before = [], after = []) {
    const linksOf = (roster: readonly RosterEntry[]) =>
      JSON.stringify(roster.map(({ slug, name }) => [slug, name]))
    const countBefore = new Map(before.map(({ slug, articles }) => [slug, articles]))
    return [
      tags.roster,
      ...(linksOf(before) === linksOf(after) ? [] : [tags.authorLinks, tags.names]),
      ...after
        .filter(({ slug, articles }) => countBefore.get(slug) !== articles)
        .map(({ slug }) => tags.authorCount(slug)),
    ]
  },
}
