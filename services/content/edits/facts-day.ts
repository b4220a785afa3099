import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Day, Fact } from '#shared/contracts/fact.ts'
import { dayAt } from '#shared/text/time-zone.ts'
import { type Running, untilStopped } from '#shared/until-stopped.ts'
import { commitEdit, type Edit } from '../changes/commit-edit.ts'
import { ONLY } from '../changes/readings.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import { saveSetting } from '../database/settings.ts'
import { shownFactList } from '../library/fact-list.ts'
import {
  FACTS_DAY_SETTING,
  loadFacts,
  loadFactsDay,
  shownAt,
  shownFacts,
} from '../library/fact-repository.ts'
import { shownHomeFigures } from '../library/home-figures.ts'
import { siteZone } from '../site/site-settings.ts'
import { type Clock, OWN_CLOCK } from './current-year.ts'

/** Today in the time zone of the site. */
export const siteDay = async (db: Reader, now: Date): Promise<Day> =>
  dayAt(now.toISOString(), await siteZone(db))

/** Stores the day if pages show another value of a fact on it, or say that one has ended. */
export async function saveFactsDay(edit: Edit, now: Date): Promise<void> {
  const due = await findDue(edit.tx, now)
  if (due.facts.length === 0) return
  await edit.track(shownFactList, ONLY)
  await edit.track(shownHomeFigures, ONLY)
  await edit.track(
    shownFacts,
    due.facts.map(({ fact }) => fact),
  )
  await saveSetting(edit.tx, FACTS_DAY_SETTING, { day: due.day })
}

/** The facts of which today's pages show something else than those of the stored day. */
async function findDue(db: Reader, now: Date): Promise<{ day: Day; facts: Fact[] }> {
  const [stored, day] = [await loadFactsDay(db), await siteDay(db, now)]
  const facts = stored === day ? [] : await loadFacts(db)
  const shown = (fact: Fact, at: Day) => JSON.stringify(shownAt(fact, at))
  return { day, facts: facts.filter((fact) => shown(fact, stored) !== shown(fact, day)) }
}

/** Checks the clock once a minute until stopped. Writes only when a value has begun or ended. */
export const scheduleFacts = (
  db: Kysely<Database>,
  onFailure: (error: unknown) => void,
  clock: Clock = OWN_CLOCK,
): Running =>
  untilStopped(async (stopping) => {
    for (;;) {
      await sleep(clock.everyMs, undefined, { signal: stopping }).catch(() => {})
      if (stopping.aborted) return
      try {
        const now = clock.now()
        const { facts } = await findDue(db, now)
        if (facts.length > 0) await commitEdit(db, (edit) => saveFactsDay(edit, now))
      } catch (error) {
        onFailure(error)
      }
    }
  })
