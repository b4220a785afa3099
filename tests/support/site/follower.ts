import {
  type ChangeFollower,
  createChangeReader,
} from '../../../services/render/worker/rebuild/follow-changes.ts'
import type { Follower } from '../../../services/render/worker/records/page-registry.ts'
import { findStalePages } from '../../../services/render/worker/records/stale-pages.ts'
import { LANES } from '../../../services/shared/queues/rebuild-queues.ts'
import { SITE_URL, type WiredSite } from './wire-site.ts'

export interface StepFollower extends ChangeFollower {
  /** Follows one answer of the change feed. */
  follow(): Promise<void>
  /** Pages that are marked as stale at present. */
  stale(): Promise<string[]>
  /** Pages that were stale when the follower said that some are. */
  announced: string[]
  /** What it named as edited, and how far it had come. */
  edited: { paths: readonly string[]; now: Follower }[]
}

/** The follower of a site without a worker, for tests that run its steps one by one. */
export function buildFollower(
  site: WiredSite,
  content: ChangeFollower['content'] = site.contentClient,
): StepFollower {
  const db = site.renderDatabase.write
  const announced: string[] = []
  const edited: StepFollower['edited'] = []
  const stale = async () => {
    const lanes = LANES.map((lane) => findStalePages(db, site.bundle.build, lane, 1_000))
    return (await Promise.all(lanes)).flat()
  }
  const announce = async () => {
    announced.push(...(await stale()))
  }
  const follower: ChangeFollower = {
    db,
    store: site.store,
    build: site.bundle.build,
    siteUrl: SITE_URL,
    content,
    log: { info: () => {}, warn: () => {} },
    storeAssets: async () => {},
    onStale: announce,
    onForeseen: () => new Map(),
    async onEdited(paths, now) {
      edited.push({ paths, now })
      await announce()
    },
  }
  const read = createChangeReader(follower)
  return { ...follower, announced, edited, stale, follow: () => read(AbortSignal.timeout(25_000)) }
}
