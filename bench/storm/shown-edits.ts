import { setTimeout as sleep } from 'node:timers/promises'
import { type HotArticle, marksIn } from '../../tests/faults/edit-storm.ts'

const ANSWER_MS = 5_000
const LOOK_MS = 100

/** Number of the edit that a process of render shows; 0 when it shows none. */
async function shownEdit(renderUrl: string, hot: HotArticle): Promise<number> {
  const answer = await fetch(renderUrl + hot.path, {
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => undefined)
  const html = await answer?.text().catch(() => undefined)
  return marksIn(html ?? '', hot)[0] ?? 0
}

/** How many acknowledged edits of these articles some process of render does not show now. */
export async function countUnseen(
  renders: readonly string[],
  articles: readonly HotArticle[],
): Promise<number> {
  const unseen = await Promise.all(
    articles.map(async (hot) => {
      const { acknowledged } = hot
      const shown = await Promise.all(renders.map((url) => shownEdit(url, hot)))
      return Math.max(0, acknowledged - Math.min(...shown))
    }),
  )
  return unseen.reduce((sum, edits) => sum + edits, 0)
}

/**
 * Waits until all processes of render show the edits acknowledged by now, while more are made.
 *
 * @returns milliseconds; `Infinity` when that takes longer than `patienceMs`
 */
export async function untilShown(
  renders: readonly string[],
  articles: readonly HotArticle[],
  { patienceMs, signal }: { patienceMs: number; signal: AbortSignal },
): Promise<number> {
  const startedAt = performance.now()
  const wanted = articles.map((hot) => ({ hot, mark: hot.acknowledged }))
  const missing = new Set(renders.flatMap((url) => wanted.map((one) => ({ url, ...one }))))
  for (;;) {
    await Promise.all(
      [...missing].map(async (one) => {
        if ((await shownEdit(one.url, one.hot)) >= one.mark) missing.delete(one)
      }),
    )
    const elapsed = performance.now() - startedAt
    if (missing.size === 0) return elapsed
    if (elapsed > patienceMs) return Number.POSITIVE_INFINITY
    await sleep(LOOK_MS, undefined, { signal })
  }
}
