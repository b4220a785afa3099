import { setTimeout as sleep } from 'node:timers/promises'
import type { ArticleRequest } from './article-request.ts'
import { ChatFailure } from './chat-failure.ts'
import type { DraftOutcome, DraftProgress, DraftTools } from './make-draft.ts'
import type { GenerationFile } from './read-settings.ts'

/** What became of a title: it has a file, it failed, or the run was stopped before. */
export type DraftEnd = DraftOutcome | { kind: 'failed'; reason: string } | { kind: 'left' }

export interface EndedTitle {
  title: string
  end: DraftEnd
}

/** How far a run is. */
export interface RunState {
  titles: number
  /** In the order in which they ended, without those that are left. */
  ended: EndedTitle[]
  inProgress: Map<ArticleRequest, DraftProgress>
}

export interface RunOptions {
  sending: Pick<GenerationFile['sending'], 'concurrency' | 'perMinute' | 'attempts'>
  /** Stops the run. */
  signal: AbortSignal
  /** Called whenever something has changed. */
  onState: (state: RunState) => void
  /** Before a title is tried for the second time, in milliseconds; then twice as long each time. */
  retryMs?: number
}

const RETRY_MS = 2_000
/** When a server is busy and does not say for how long. */
const BUSY_MS = 20_000
/** A title that has waited so often for a busy server has no hope. */
const MAX_WAITS = 30

/**
 * Has a draft made for each request, a few at a time, and tries again where that may help. A server
 * that is busy lets all titles wait, and that counts as no try. A wrong address, key or model stops
 * the run, as does `signal`: titles under way are broken off and left.
 *
 * @param make makes one draft, and asks the server only when it is allowed to; may be called again
 *   for the same request
 * @returns every title once, those that are left at the end; and why no further title was asked for
 */
export async function writeDrafts(
  requests: readonly ArticleRequest[],
  make: (request: ArticleRequest, tools: DraftTools) => Promise<DraftOutcome>,
  { sending, signal, onState, retryMs = RETRY_MS }: RunOptions,
): Promise<{ ends: EndedTitle[]; refusal: ChatFailure | undefined }> {
  const { concurrency, perMinute, attempts } = sending
  const pace = createPace(perMinute)
  const refused = new AbortController()
  const stopped = AbortSignal.any([signal, refused.signal])
  const state: RunState = { titles: requests.length, ended: [], inProgress: new Map() }
  const left: EndedTitle[] = []
  let refusal: ChatFailure | undefined

  // All share one iterator: each takes the next title when it has ended one.
  const waiting = requests.values()
  await Promise.all(Array.from({ length: concurrency }, workOff))
  return { ends: [...state.ended, ...left], refusal }

  async function workOff(): Promise<void> {
    for (const request of waiting) {
      const end = await endOf(request)
      state.inProgress.delete(request)
      ;(end.kind === 'left' ? left : state.ended).push({ title: request.title, end })
      onState(state)
    }
  }

  async function endOf(request: ArticleRequest): Promise<DraftEnd> {
    const report = (progress: DraftProgress) => {
      state.inProgress.set(request, progress)
      onState(state)
    }
    const untilAllowed = () => pace.untilAllowed(stopped)
    let tries = 0
    let waits = 0
    for (;;) {
      try {
        return await make(request, { signal: stopped, untilAllowed, report })
      } catch (error) {
        if (stopped.aborted) return { kind: 'left' }
        const reason = error instanceof Error ? error.message : String(error)
        // A file that cannot be written, for one, will not be mended by asking again.
        if (!(error instanceof ChatFailure)) return { kind: 'failed', reason }
        if (error.kind === 'misconfigured') {
          refusal = error
          refused.abort()
          return { kind: 'left' }
        }
        if (error.kind === 'again' && ++tries < attempts) {
          await sleep(retryMs * 2 ** (tries - 1), undefined, { signal: stopped }).catch(() => {})
        } else if (error.kind === 'busy' && ++waits <= MAX_WAITS) {
          pace.pause(error.retryAfterMs ?? BUSY_MS)
        } else {
          const after = error.kind === 'busy' ? `, after waiting for it ${MAX_WAITS} times` : ''
          return { kind: 'failed', reason: reason + after }
        }
      }
    }
  }
}

const MINUTE_MS = 60_000

/**
 * Says when something may begin.
 *
 * @param most that may begin within any stretch of time as long as `windowMs`
 * @param windowMs in milliseconds
 */
export function createPace(most: number, windowMs = MINUTE_MS) {
  const startTimes: number[] = []
  let pausedUntil = 0
  return {
    /** Resolves when one more may begin; rejects when `signal` is aborted. */
    async untilAllowed(signal: AbortSignal): Promise<void> {
      for (;;) {
        signal.throwIfAborted()
        const now = performance.now()
        const freeAt = Math.max(pausedUntil, (startTimes.at(-most) ?? -windowMs) + windowMs)
        if (freeAt <= now) return void startTimes.push(now)
        await sleep(freeAt - now, undefined, { signal })
      }
    },
    /** Lets nothing begin for so many milliseconds. */
    pause(forMs: number): void {
      pausedUntil = Math.max(pausedUntil, performance.now() + forMs)
    },
  }
}
