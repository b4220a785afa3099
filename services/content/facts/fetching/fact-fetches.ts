import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { type Static, Type } from 'typebox'
import { hasShape } from '#shared/check-shape.ts'
import { Day } from '#shared/contracts/fact.ts'
import { Instant } from '#shared/contracts/primitives.ts'
import type { Reader } from '../../database/reader.ts'
import type { Database } from '../../database/schema.ts'
import { findSetting, saveSetting } from '../../database/settings.ts'

/**
 * What became of a fact when its address was asked: its value was `entered`, or is `unchanged`; it is too
 * `early` for another one; it was left as a draft (`drafted`), because texts print the former value; it is
 * `waiting` for what an editor does; it was `refused`; or the address `failed`.
 */
export const FETCH_OUTCOMES = [
  'entered',
  'unchanged',
  'early',
  'drafted',
  'waiting',
  'refused',
  'failed',
] as const
export type FetchOutcome = (typeof FETCH_OUTCOMES)[number]

/** A draft that was left for editors, with the value that it enters. */
const LeftDraft = Type.Object({
  id: Type.String(),
  /** Its ETag; an editor who changes the draft changes it. */
  tag: Type.String(),
  from: Day,
  is: Type.String(),
})

/** What all replicas know of the last fetch of a fact. */
const FactFetchRecord = Type.Object({
  /** Identifies the address that was asked. */
  source: Type.String(),
  askedAt: Instant,
  nextAt: Instant,
  /** The number of times that the address has failed since it last did not. */
  failures: Type.Integer({ minimum: 0 }),
  /** Absent while it is asked for the first time. */
  outcome: Type.Optional(Type.Enum([...FETCH_OUTCOMES])),
  reason: Type.Optional(Type.String()),
  /** When the file of facts was last as the address says; null before the first time. */
  currentAt: Type.Union([Instant, Type.Null()]),
  draft: Type.Optional(LeftDraft),
})
const FactFetches = Type.Record(Type.String(), FactFetchRecord)

export type LeftDraft = Static<typeof LeftDraft>
export type FactFetchRecord = Static<typeof FactFetchRecord>
/** By the names of facts. */
export type FactFetches = Readonly<Record<string, FactFetchRecord>>

const SETTING = 'factFetches'

/** An address may contain a key, so only its hash is stored. */
export const sourceOfFact = (url: string): string => createHash('sha256').update(url).digest('hex')

export async function loadFactFetches(db: Reader): Promise<FactFetches> {
  const stored = await findSetting(db, SETTING)
  return hasShape(FactFetches, stored) ? stored : {}
}

/** To be called only by the one replica that asks. */
export const saveFactFetches = (tx: Transaction<Database>, fetches: FactFetches): Promise<void> =>
  saveSetting(tx, SETTING, fetches)

/** Changes what is known of a fact; the same rule holds. */
export const changeFactFetch = (
  db: Kysely<Database>,
  fact: string,
  change: (former: FactFetchRecord | undefined) => FactFetchRecord,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const fetches = await loadFactFetches(tx)
    await saveFactFetches(tx, { ...fetches, [fact]: change(fetches[fact]) })
  })

/** Forgets facts that no address is asked for any more. */
export const keepFactFetches = (db: Kysely<Database>, facts: ReadonlySet<string>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const known = Object.entries(await loadFactFetches(tx))
    await saveFactFetches(tx, Object.fromEntries(known.filter(([fact]) => facts.has(fact))))
  })

/** @returns seconds since 1970: when the fact that has waited longest was last as its address says; `undefined` without facts */
export async function findOldestFactFetch(db: Reader): Promise<number | undefined> {
  const times = Object.values(await loadFactFetches(db)).map(({ currentAt }) =>
    currentAt === null ? 0 : Date.parse(currentAt) / 1_000,
  )
  return times.length === 0 ? undefined : Math.min(...times)
}
