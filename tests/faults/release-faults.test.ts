import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { articleDraft } from '../support/content/corpus.ts'
import { createDice } from '../support/content/dice.ts'
import { type FaultySite, startFaultySite } from './faulty-site.ts'
import { shiftedClock } from './preload.ts'

/** `SCHEDULES=1000` takes as many; `SEED` repeats a run. */
const COUNT = Number(process.env.SCHEDULES ?? 20)
const SEED = Number(process.env.SEED ?? Date.now() % 100_000)
/** Between the moments of two releases, which are whole seconds. */
const STEP_MS = 1_000
/** For writing the drafts, one after the other. */
const WRITING_MS = 150 * COUNT + 5_000
const RECOVERY_MS = 120_000

vi.setConfig({ testTimeout: WRITING_MS + COUNT * STEP_MS + 2 * RECOVERY_MS })

let site: FaultySite
beforeAll(async () => {
  site = await startFaultySite(100)
}, 180_000)
afterAll(() => site?.close())

test('releases are published at their times, once, whichever process is killed [F61]', async () => {
  // The clock of Postgres counts, so one of these processes may have any other.
  const second = await site.startMore('content', shiftedClock(3_600_000))
  const first = Math.ceil((Date.now() + WRITING_MS) / 1_000) * 1_000
  const moments = new Map(
    Array.from({ length: COUNT }, (_, at) => [`timed-${at}`, first + at * STEP_MS] as const),
  )
  for (const [slug, moment] of moments) await schedule(slug, moment)
  expect(Date.now()).toBeLessThan(first)

  const dice = createDice(SEED)
  const ended = new AbortController()
  const kills = (async () => {
    while (!ended.signal.aborted) {
      await sleep(dice.below(1_500)).catch(() => {})
      const [victim] = [dice.oneOf([site.content, second, site.worker, site.postgres])]
      await victim.kill()
      await victim.start()
    }
  })()
  const seen = new Map<string, number>()
  const last = first + COUNT * STEP_MS
  while (seen.size < COUNT && Date.now() < last + RECOVERY_MS) {
    for (const slug of moments.keys()) {
      if (seen.has(slug)) continue
      const { status } = await fetch(`${site.renderUrl}/articles/${slug}`)
      if (status === 200) seen.set(slug, Date.now())
      // The next ones are not due either.
      else break
    }
    if (Date.now() > last) ended.abort()
    await sleep(20)
  }
  ended.abort()
  await kills

  const late = [...moments].map(([slug, moment]) => (seen.get(slug) ?? Number.NaN) - moment)
  process.stdout.write(
    `releases of seed ${SEED}: visible after ms, sorted: ${late.toSorted((a, b) => a - b).join(' ')}\n`,
  )
  expect(late.filter((ms) => !(ms >= 0))).toEqual([])
  for (const slug of moments.keys()) {
    const { editions } = await editor('GET', `/articles/${slug}/editions`)
    expect(editions, slug).toHaveLength(1)
  }
  expect(await editor('GET', '/schedule')).toMatchObject({ scheduled: [], held: [] })
})

async function schedule(slug: string, moment: number): Promise<void> {
  const { id } = await editor('POST', '/drafts', {
    slug,
    fields: { ...articleDraft(site.corpus.article(0)), title: `Timed: ${slug}` },
  })
  await editor('POST', `/drafts/${id}/publish`, {
    at: new Date(moment).toISOString().slice(0, 19).concat('Z'),
  })
}

async function editor(method: string, path: string, body?: object) {
  const answer = await fetch(site.contentUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${site.editorToken}`,
      ...(body && { 'content-type': 'application/json', 'if-match': '*' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return JSON.parse(await answer.text())
}
