import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from '#shared/database/try-again.ts'
import { INTERNET, type Network } from '#shared/network/ask-public.ts'
import { type Running, untilStopped } from '#shared/until-stopped.ts'
import { whileAlone } from '../../database/while-alone.ts'
import { askAddress } from './ask-address.ts'
import {
  changeFactFetch,
  type FactFetches,
  type FactFetchRecord,
  keepFactFetches,
  loadFactFetches,
  sourceOfFact,
} from './fact-fetches.ts'
import { createFetchedFileReader } from './fetched-file.ts'
import { type FollowOptions, followAnswer } from './follow-answer.ts'
import { FACT_FETCH_EVERY_MS, type NoteOptions, noteResult } from './note-result.ts'

/** How often a replica checks whether an address is to be asked. */
const LOOK_MS = 60_000
const TIMEOUT_MS = 20_000
/** The lock of the replica that asks. */
const LOCK = 'finlore facts'

/** What tests replace. */
export interface FactPace {
  network: Network
  now: () => Date
  lookMs: number
  timeoutMs: number
}

type Options = FactPace & FollowOptions & NoteOptions
export type PollFactsOptions = Omit<Options, keyof FactPace | 'read'> & Partial<FactPace>

/**
 * Asks the addresses of facts for their values until stopped, one address after the other, and one replica
 * at a time. A new value that is plausible is entered into the file of facts as an editor would enter it;
 * where texts print the former value, it is left as a draft.
 */
export const pollFacts = (options: PollFactsOptions): Running =>
  untilStopped((stopping) =>
    work(
      {
        network: INTERNET,
        now: () => new Date(),
        lookMs: LOOK_MS,
        timeoutMs: TIMEOUT_MS,
        ...options,
        read: createFetchedFileReader(options.locale),
      },
      stopping,
    ),
  )

async function work(options: Options, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      await askDue(options, stopping)
    } catch (error) {
      const reason = reasonOf(error)
      options.log.warn({ reason }, 'facts could not be compared with what their addresses say')
    }
    await sleep(options.lookMs, undefined, { signal: stopping }).catch(() => {})
  }
}

async function askDue(options: Options, stopping: AbortSignal): Promise<void> {
  const { db, read, now } = options
  const facts = (await read(db))?.facts ?? []
  const fetches = await loadFactFetches(db)
  const names = new Set(facts.map(({ fact }) => fact))
  if (Object.keys(fetches).some((fact) => !names.has(fact))) {
    await whileAlone(db, LOCK, () => keepFactFetches(db, names))
  }
  for (const url of new Set(facts.map(({ fetch }) => fetch.url))) {
    if (stopping.aborted) return
    if (isDueAt(url, fetches, now())) {
      await whileAlone(db, LOCK, () => askOnce(options, url, stopping))
    }
  }
}

/** Several facts may have the same address. */
const isDueAt = (url: string, fetches: FactFetches, now: Date): boolean =>
  Object.values(fetches).every(
    ({ source, nextAt }) => source !== sourceOfFact(url) || Date.parse(nextAt) <= now.getTime(),
  )

async function askOnce(options: Options, url: string, stopping: AbortSignal): Promise<void> {
  const { db, read, now } = options
  const facts = ((await read(db))?.facts ?? []).filter(({ fetch }) => fetch.url === url)
  // Another replica may have asked since the last check.
  if (facts.length === 0 || !isDueAt(url, await loadFactFetches(db), now())) return
  // Remembered before: an address is not asked again at once because a process has ended meanwhile.
  const askedAt = now()
  for (const { fact } of facts) {
    await changeFactFetch(db, fact, (former) => recordOf(former, url, askedAt))
  }
  const answer = await askAddress(url, { ...options, stopping }).then(
    (text) => ({ text }),
    (error: unknown) => ({ reason: `${new URL(url).host} ${reasonOf(error)}` }),
  )
  // An abort by our own shutdown is not a failure of the address.
  if (stopping.aborted) return
  for (const { fact } of facts) {
    const result =
      'text' in answer
        ? await followAnswer(options, fact, answer.text)
        : ({ outcome: 'failed', reason: answer.reason } as const)
    if (result) await noteResult(options, fact, result)
  }
}

function recordOf(former: FactFetchRecord | undefined, url: string, now: Date): FactFetchRecord {
  const source = sourceOfFact(url)
  return {
    currentAt: null,
    ...former,
    source,
    askedAt: now.toISOString(),
    nextAt: new Date(now.getTime() + FACT_FETCH_EVERY_MS).toISOString(),
    failures: former?.source === source ? former.failures : 0,
  }
}
