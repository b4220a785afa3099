import type { ChangeFollower } from '../../services/render/rebuild/follow-changes.ts'
import { SITE_URL, type WiredSite } from './wire-site.ts'

/** The follower of a site without a worker, for a test that takes its steps one by one. */
export function buildFollower(site: WiredSite): ChangeFollower & { requested: string[] } {
  const requested: string[] = []
  return {
    db: site.renderDatabase.write,
    store: site.store,
    build: site.bundle.build,
    siteUrl: SITE_URL,
    content: site.contentClient,
    log: { info: () => {}, warn: () => {} },
    requested,
    async requestRebuilds(paths) {
      requested.push(...paths)
    },
  }
}
