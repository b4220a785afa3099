import type { Selectable } from 'kysely'
import type { Day, Fact } from '#shared/contracts/fact.ts'
import { fieldOf } from '#shared/field-of.ts'
import { settleAll } from '#shared/settle-all.ts'
import type { TrackedReading } from '../changes/readings.ts'
import { tags } from '../changes/tags.ts'
import type { Reader } from '../database/reader.ts'
import type { Database } from '../database/schema.ts'
import { findSetting } from '../database/settings.ts'
import { hasEnded, newestValue } from '../facts/dated-values.ts'

/** What a text says beside a number that prints a fact: nothing while it is what it prints. */
export interface ShownFact {
  is: string
  from: Day
  /** Its last day, once that has passed. */
  ended?: Day
}

const factOf = ({
  name,
  title,
  subject,
  source,
  next,
  dated_values: values,
  on_home: onHome,
}: Selectable<Database['fact']>): Fact => ({
  fact: name,
  title,
  ...(subject !== null && { subject }),
  ...(onHome && { onHome }),
  ...(source && { source }),
  ...(next !== null && { next }),
  values,
})

/** All facts, in the order of their file. */
export const loadFacts = async (db: Reader): Promise<Fact[]> =>
  (await db.selectFrom('fact').selectAll().orderBy('position').execute()).map(factOf)

/** The facts that stand on the home page, in the order of their file. */
export async function loadFactsOnHome(db: Reader): Promise<Fact[]> {
  const facts = db.selectFrom('fact').selectAll().where('on_home', '=', true)
  return (await facts.orderBy('position').execute()).map(factOf)
}

export async function hasAnyFact(db: Reader): Promise<boolean> {
  return (await db.selectFrom('fact').select('name').limit(1).executeTakeFirst()) !== undefined
}

export async function findFacts(db: Reader, names: readonly string[]): Promise<Fact[]> {
  if (names.length === 0) return []
  const rows = await db.selectFrom('fact').selectAll().where('name', 'in', names).execute()
  return rows.map(factOf)
}

export const FACTS_DAY_SETTING = 'facts-day'

/**
 * The day of the facts that pages show. It is stored so that a model depends on the database alone, and
 * the end of a value is an edit like any other, with tags for the pages that show it.
 *
 * @returns an early one before the first import
 */
export async function loadFactsDay(db: Reader): Promise<Day> {
  const day = fieldOf(await findSetting(db, FACTS_DAY_SETTING), 'day')
  return typeof day === 'string' ? day : '0000-01-01'
}

export function shownAt(fact: Fact, day: Day): ShownFact | undefined {
  const value = newestValue(fact, day)
  if (!value) return undefined
  const { is, from, until } = value
  return { is, from, ...(until !== undefined && hasEnded(value, day) && { ended: until }) }
}

/** What texts show of these facts, by name. */
export async function loadShownFacts(
  db: Reader,
  names: readonly string[],
): Promise<Map<string, ShownFact>> {
  if (names.length === 0) return new Map()
  const [facts, day] = await settleAll([findFacts(db, names), loadFactsDay(db)])
  return new Map(
    facts.flatMap((fact) => {
      const shown = shownAt(fact, day)
      return shown ? [[fact.fact, shown] as const] : []
    }),
  )
}

export const shownFacts: TrackedReading<ShownFact> = {
  load: ({ db }, names) => loadShownFacts(db, names),
  tags: (name) => [tags.fact(name)],
}
