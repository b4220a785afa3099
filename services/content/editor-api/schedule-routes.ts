import type { FastifyInstance } from 'fastify'
import { settleAll } from '#shared/settle-all.ts'
import { atZone } from '#shared/text/time-zone.ts'
import { listReleases, listScheduled } from '../editions/stored-release.ts'
import { listExpiring } from '../edits/withdraw-expired.ts'
import { siteZone } from '../site/site-settings.ts'
import { type ArticleVerb, config, routesOf } from './article-verb.ts'
import { listedReleases } from './release-answer.ts'
import { RELEASE_ROUTES } from './release-descriptions.ts'

/** The most that is listed of each kind; `GET /releases` has the rest. */
const MAX_LISTED = 200

/**
 * What happens on its own: what is published and withdrawn, the next first, and what was not published at
 * its time.
 */
export function scheduleRoutes(app: FastifyInstance, { read }: ArticleVerb): void {
  routesOf(app).get('/schedule', { config, schema: RELEASE_ROUTES.schedule }, async () => {
    const [zone, scheduled, { releases: held }, expiring] = await settleAll([
      siteZone(read),
      listScheduled(read, MAX_LISTED),
      listReleases(read, { states: ['held'], limit: MAX_LISTED }),
      listExpiring(read, MAX_LISTED),
    ])
    return {
      zone,
      scheduled: await listedReleases(read, scheduled, zone),
      held: await listedReleases(read, held, zone),
      expiring: expiring.map(({ expires_at, expires_to, ...article }) => ({
        ...article,
        at: atZone(expires_at, zone),
        ...(expires_to !== null && { to: expires_to }),
      })),
    }
  })
}
