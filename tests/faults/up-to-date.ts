import { expect, vi } from 'vitest'
import type { RebuildState } from '../../services/render/worker/records/stale-pages.ts'
import { type HotArticle, marksIn } from './edit-storm.ts'
import type { FaultySite } from './faulty-site.ts'
import { countStale, hasFollowed } from './old-pages.ts'

const INTERVAL_MS = 100

/** @returns `undefined` while it is unknown */
export const staleOf = (state: RebuildState | undefined) =>
  state && state.stale.edits + state.stale['knock-ons'] + state.stale.bulk

/** Waits until no page is to be made any more, and readers see the last edit of each article. */
export async function untilUpToDate(
  site: FaultySite,
  articles: readonly HotArticle[],
  timeout: number,
): Promise<void> {
  const options = { timeout, interval: INTERVAL_MS }
  await vi.waitFor(async () => {
    expect(await hasFollowed(site)).toBe(true)
    expect(staleOf(await countStale(site))).toBe(0)
  }, options)
  const expected = articles.map(({ acknowledged }) => acknowledged)
  await vi.waitFor(async () => expect(await marksShown(site, articles)).toEqual(expected), options)
}

/** The edit of each article that readers see. */
export const marksShown = (
  { renderUrl }: Pick<FaultySite, 'renderUrl'>,
  articles: readonly HotArticle[],
): Promise<number[]> =>
  Promise.all(
    articles.map(async (hot) => {
      const html = await (await fetch(renderUrl + hot.path)).text()
      return marksIn(html, hot)[0] ?? 0
    }),
  )
