import { sql } from 'kysely'
import { expect, onTestFinished, vi } from 'vitest'
import { CONTENT_SCHEMA, type Database } from '../../../../services/content/database/schema.ts'
import { connect } from '../../../../services/shared/database/connect.ts'
import { type TestContent, contentTest as test } from '../../../support/content/content-service.ts'
import { sendEdit } from '../../../support/content/send-edit.ts'
import {
  draftWithBody,
  inFuture,
  publishDraftOf,
  runDueReleases,
  stateOfRelease,
} from '../../../support/content/timed-releases.ts'

const MINUTE = 60_000

/** The same database, with a clock that can be set. */
async function withOwnClock({ db, databaseUrl }: TestContent) {
  await sql`create table clock_shift (ms integer not null)`.execute(db)
  await sql`insert into clock_shift values (0)`.execute(db)
  await sql`
    create function now() returns timestamptz language sql stable as $$
      select pg_catalog.now() + make_interval(secs => ms / 1000) from clock_shift
    $$
  `.execute(db)
  // Of two functions with one name, that of the schema named first is called.
  const schema = `${CONTENT_SCHEMA},pg_catalog`
  const { write, close } = connect<Database>(databaseUrl, { schema, max: 2 })
  onTestFinished(close)
  return {
    db: write,
    set: (ms: number) => sql`update clock_shift set ms = ${ms}`.execute(db),
  }
}

test('a clock that is set forth and back publishes once, and holds what it passed long ago [F61]', async ({
  content,
}) => {
  content.clock.now = new Date()
  const schedule = async (slug: string, ms: number): Promise<string> => {
    const draft = await draftWithBody(content, slug, `Of ${slug}.`)
    return (await publishDraftOf(content, draft.id, { at: inFuture(ms) })).id
  }
  const soon = await schedule('soon', 10 * MINUTE)
  const later = await schedule('later', 30 * MINUTE)
  const passed = await schedule('passed', 60 * MINUTE)
  const clock = await withOwnClock(content)
  const said = runDueReleases(clock)
  const statesAre = (states: object) =>
    vi.waitFor(
      async () =>
        expect({
          soon: await stateOfRelease(content, soon),
          later: await stateOfRelease(content, later),
          passed: await stateOfRelease(content, passed),
        }).toEqual(states),
      10_000,
    )
  await clock.set(11 * MINUTE)
  await statesAre({ soon: 'published', later: 'scheduled', passed: 'scheduled' })
  await clock.set(-60 * MINUTE)
  await clock.set(31 * MINUTE)
  await statesAre({ soon: 'published', later: 'published', passed: 'scheduled' })
  await clock.set(60 * MINUTE + 61 * MINUTE)
  await statesAre({ soon: 'published', later: 'published', passed: 'held' })
  await clock.set(0)
  const { editions } = await sendEdit(content, 'GET', '/articles/soon/editions')
  expect(editions).toHaveLength(1)
  expect(said).toMatchObject({ held: [{ id: passed }], failures: [] })
  expect(await sendEdit(content, 'GET', '/drafts?state=open')).toMatchObject({
    drafts: [{ slug: 'passed' }],
  })
})
