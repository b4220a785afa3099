import type { FastifyInstance } from 'fastify'
import { settleAll } from '#shared/settle-all.ts'
import { listReleases, listScheduled } from '../editions/stored-release.ts'
import { type ArticleVerb, config, routesOf } from './article-verb.ts'
import { shownRelease, siteZone } from './release-answer.ts'

/** The most that is listed of each kind; `GET /releases` has the rest. */
const MAX_LISTED = 200

/** What happens on its own: what waits for its time, the next first, and what was not published at it. */
export function scheduleRoutes(app: FastifyInstance, { read }: ArticleVerb): void {
  routesOf(app).get('/schedule', { config }, async () => {
    const [zone, scheduled, { releases: held }] = await settleAll([
      siteZone(read),
      listScheduled(read, MAX_LISTED),
      listReleases(read, { states: ['held'], limit: MAX_LISTED }),
    ])
    const show = (release: (typeof held)[number]) => shownRelease(release, zone)
    return { zone, scheduled: scheduled.map(show), held: held.map(show) }
  })
}
