import { Gauge } from 'prom-client'
import { createService, type LogOptions, type Service } from '#shared/http/create-service.ts'
import { securityHeadersAt } from '#shared/http/security-headers.ts'
import type { TitleFollower } from './titles/follow-titles.ts'
import type { TitleIndex } from './titles/title-index.ts'
import { titleRoutes } from './titles/title-routes.ts'

export interface SearchDependencies {
  index: Pick<TitleIndex, 'position' | 'size' | 'search'>
  follower: Pick<TitleFollower, 'state'>
  /** The public address, without a slash at its end. */
  siteUrl: string
  log: LogOptions
}

/** Builds the search service. Opens no socket, reads no environment, follows nobody. */
export function buildApp(dependencies: SearchDependencies): Service {
  const { index, siteUrl, log } = dependencies
  const service = createService({
    name: 'search',
    log,
    headersAt: securityHeadersAt(siteUrl),
    checks: {
      // An outage of content is no reason: nearly all of what was loaded before is still true.
      titles: () => {
        if (!index.position) throw new Error('the titles are still being loaded')
      },
    },
  })

  installMetrics(service, dependencies)
  service.app.register(titleRoutes, { index })
  return service
}

function installMetrics({ metrics }: Service, { index, follower }: SearchDependencies): void {
  const observe = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [metrics],
      collect() {
        this.set(read())
      },
    })

  observe('search_titles', 'Titles that can be found', () => index.size)
  observe(
    'search_revision',
    'Revision of the content that the titles stand for',
    () => index.position?.revision ?? 0,
  )
  observe('search_content_outage', '1 while the content service does not answer', () =>
    follower.state === 'outage' ? 1 : 0,
  )
}
