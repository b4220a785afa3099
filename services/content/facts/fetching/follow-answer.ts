import type { Kysely } from 'kysely'
import { reasonOf } from '#shared/database/try-again.ts'
import type { Database } from '../../database/schema.ts'
import { siteDay } from '../../edits/facts-day.ts'
import type { SiteClock } from '../../publishing/check-and-save.ts'
import type { FetchedFact } from '../fact-file.ts'
import { enterValue } from './enter-value.ts'
import {
  type FetchOutcome,
  type LeftDraft,
  loadFactFetches,
  saveFactFetches,
} from './fact-fetches.ts'
import type { FetchedFile, ReadFetchedFile } from './fetched-file.ts'
import { judgeValue } from './judge-value.ts'
import { leaveDraft } from './left-draft.ts'
import { pickValue } from './pick-value.ts'

export interface FollowOptions extends SiteClock {
  db: Kysely<Database>
  read: ReadFetchedFile
}

export interface FollowResult {
  outcome: FetchOutcome
  /** The same as long as nothing else is to be said. */
  reason?: string
  /** What the log has besides. */
  fields?: object
}

/**
 * Does with a fact what the answer of its address asks for.
 *
 * @param name of the fact
 * @param text the answer
 * @returns what came of it; `undefined` if no address is asked for the fact any more
 */
export async function followAnswer(
  options: FollowOptions,
  name: string,
  text: string,
): Promise<FollowResult | undefined> {
  const { db, locale, now, read } = options
  const file = await read(db)
  const fact = file?.facts.find((one) => one.fact === name)
  if (!file || !fact) return undefined
  const picked = await pickValue(text, fact.fetch).catch((error: unknown) => reasonOf(error))
  if (typeof picked === 'string') {
    return { outcome: 'failed', reason: `${new URL(fact.fetch.url).host} ${picked}` }
  }
  const verdict = judgeValue(picked, fact, { locale, day: await siteDay(db, now()) })
  return verdict.outcome === 'new' ? enterOrLeave(options, file, fact, verdict.value) : verdict
}

async function enterOrLeave(
  options: FollowOptions,
  file: FetchedFile,
  { fact }: FetchedFact,
  value: { from: string; is: string },
): Promise<FollowResult> {
  const { db } = options
  const entered = await enterValue(db, options, file, fact, value)
  if (entered.outcome === 'entered') {
    const { revision } = entered
    return { outcome: 'entered', reason: `${value.is} from ${value.from}`, fields: { revision } }
  }
  if (entered.outcome !== 'printed') return entered
  const { id, from, is } = await leave(options, file, { fact, value, text: entered.text })
  return {
    outcome: 'drafted',
    reason: `${is} from ${from}`,
    fields: { draft: id, texts: entered.places },
  }
}

/** Leaves a draft and remembers it in one transaction: neither exists without the other. */
const leave = (
  { db, now }: FollowOptions,
  { file, tag: base }: FetchedFile,
  { fact, value, text }: { fact: string; value: { from: string; is: string }; text: string },
): Promise<LeftDraft> =>
  db.transaction().execute(async (tx) => {
    const fetches = await loadFactFetches(tx)
    const record = fetches[fact]
    const at = now().toISOString()
    const draft = await leaveDraft(tx, record?.draft, { file, base, text, value, at })
    if (record) await saveFactFetches(tx, { ...fetches, [fact]: { ...record, draft } })
    return draft
  })
