import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { FactFetchMetrics } from './fact-fetch-metrics.ts'
import { changeFactFetch, type FetchOutcome, loadFactFetches } from './fact-fetches.ts'
import type { FollowResult } from './follow-answer.ts'
import { discardLeftDraft } from './left-draft.ts'

/** An address is asked at most this often. */
export const FACT_FETCH_EVERY_MS = 60 * 60_000
/** The longest pause after failures; it doubles with each. */
const MAX_PAUSE_MS = 6 * FACT_FETCH_EVERY_MS

export interface NoteOptions {
  db: Kysely<Database>
  now: () => Date
  log: Record<'info' | 'warn', (fields: object, message: string) => void>
  metrics: FactFetchMetrics
}

/** Outcomes after which the file of facts is as the address says. */
const CURRENT: ReadonlySet<FetchOutcome> = new Set(['entered', 'unchanged', 'early'])
/** Outcomes after which a draft that was left for the fact has nothing more to enter. */
const DONE: ReadonlySet<FetchOutcome> = new Set(['entered', 'unchanged'])

/** Remembers, counts and logs what came of an answer. What stays so from hour to hour is logged once. */
export async function noteResult(
  { db, now, log, metrics }: NoteOptions,
  fact: string,
  result: FollowResult,
): Promise<void> {
  const { outcome, reason } = result
  const before = (await loadFactFetches(db))[fact]
  if (!before) return
  const { draft, reason: formerReason, ...former } = before
  const isDone = DONE.has(outcome)
  if (draft && isDone) await discardLeftDraft(db, draft, now().toISOString())
  const failures = outcome === 'failed' ? former.failures + 1 : 0
  await changeFactFetch(db, fact, () => ({
    ...former,
    failures,
    outcome,
    nextAt: new Date(Date.parse(former.askedAt) + pauseAfter(failures)).toISOString(),
    ...(reason !== undefined && { reason }),
    ...(CURRENT.has(outcome) && { currentAt: now().toISOString() }),
    ...(draft && !isDone && { draft }),
  }))
  metrics.count(outcome)
  if (former.outcome !== outcome || formerReason !== reason) logResult(log, fact, result)
}

const pauseAfter = (failures: number): number =>
  Math.min(MAX_PAUSE_MS, FACT_FETCH_EVERY_MS * 2 ** Math.max(0, Math.min(failures - 1, 20)))

/** How each outcome is logged; `undefined` where there is nothing to say. */
const MESSAGES: Readonly<
  Record<FetchOutcome, { level: 'info' | 'warn'; message: string } | undefined>
> = {
  entered: { level: 'info', message: 'entered a new value of a fact' },
  unchanged: undefined,
  early: undefined,
  drafted: {
    level: 'warn',
    message:
      'texts print the former value of a fact, so its new one is left as a draft: publish it together with the texts (content facts --fix / a release)',
  },
  waiting: { level: 'info', message: 'the new value of a fact waits for an editor' },
  refused: { level: 'warn', message: 'a value of a fact was not entered' },
  failed: { level: 'warn', message: 'the address of a fact did not say its value' },
}

function logResult(
  log: NoteOptions['log'],
  fact: string,
  { outcome, reason, fields }: FollowResult,
): void {
  const line = MESSAGES[outcome]
  if (line) log[line.level]({ fact, reason, ...fields }, line.message)
}
