import { afterEach, describe, expect, vi } from 'vitest'
import { scheduleYear } from '../../../../services/content/edits/current-year.ts'
import { type TestContent, contentTest as test } from '../../../support/content/content-service.ts'
import { readAllRows } from '../../../support/content/table-rows.ts'
import { compareWithTags, readAllPages } from '../../../support/pages/page-models.ts'

const WAIT = { timeout: 20_000, interval: 20 }
/** Tables that say what was edited and when. */
const RECORDS = ['change', 'history', 'setting']

let job: ReturnType<typeof scheduleYear> | undefined
afterEach(() => job?.stop())

/** The job that runs beside the service, by a clock that the test sets, and how often it has looked. */
function startJob({ db }: TestContent, now: string) {
  const clock = { now: new Date(now), looks: 0 }
  const failures: unknown[] = []
  job = scheduleYear(db, (error) => failures.push(error), {
    everyMs: 5,
    now: () => {
      clock.looks += 1
      return clock.now
    },
  })
  /** Until it has looked once more and has done what there was to do. */
  const untilLooked = async () => {
    const wanted = clock.looks + 2
    await vi.waitUntil(() => clock.looks >= wanted, WAIT)
  }
  return { clock, failures, untilLooked }
}

const yearIn = (shown: string) => /"year":(\d{4})/.exec(shown)?.[1]

describe('on New Year’s Eve', () => {
  test('every page gets the new year at 00:00 UTC, not a millisecond earlier, and no other change [M-213]', async ({
    content,
  }) => {
    const kept = await readAllPages(content)
    const [rows, revision] = [await readAllRows(content.db), await content.revision()]
    const { clock, failures, untilLooked } = startJob(content, '2026-12-31T23:59:59.999Z')
    await untilLooked()
    expect(await content.revision()).toBe(revision)
    expect((await content.pageModel('/')).shell.year).toBe(2026)

    clock.now = new Date('2027-01-01T00:00:00.000Z')
    await vi.waitUntil(async () => (await content.revision()) > revision, WAIT)
    await untilLooked()
    const changes = await content.changesAfter(revision)
    expect(changes).toMatchObject([{ revision: revision + 1, tags: ['shell'] }])

    // Pages that show it are those that the edit touched; of them, the year alone is another.
    const now = await readAllPages(content)
    for (const [path, { shown }] of now) {
      const before = kept.get(path)?.shown ?? ''
      expect(shown, path).toBe(before.replaceAll('"year":2026', '"year":2027'))
      if (yearIn(before)) expect(yearIn(shown), path).toBe('2027')
    }
    const { met, ...wrong } = compareWithTags(new Map(kept), now, ['shell'])
    expect(wrong).toEqual({ missed: [], excess: [], unrecorded: [] })
    expect(met.length).toBeGreaterThan(100)

    const after = await readAllRows(content.db)
    for (const [table, before] of Object.entries(rows)) {
      if (!RECORDS.includes(table)) expect(after[table], table).toEqual(before)
    }
    const settings = after.setting?.filter((row) => !rows.setting?.includes(row))
    expect(settings).toEqual([expect.stringContaining('year')])
    expect(failures).toEqual([])
  })

  test('a year that is stored already is not stored again', async ({ content }) => {
    const { clock, untilLooked } = startJob(content, '2027-01-01T00:00:00.000Z')
    await untilLooked()
    const revision = await content.revision()
    clock.now = new Date('2027-12-31T23:59:59.999Z')
    await untilLooked()
    expect(await content.revision()).toBe(revision)
    expect((await content.pageModel('/')).shell.year).toBe(2027)
  })
})
