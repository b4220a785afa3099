import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { TitleEntry } from '#shared/contracts/change.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { buildAtOnce } from './build-segment.ts'
import type { ThreadMessage, ThreadStart } from './build-thread.ts'
import type { Layer } from './layers.ts'
import { type NewTitle, packTitles, toNewTitle } from './title-pack.ts'
import type { TitleSegment } from './title-segment.ts'

/** Up to this many titles are built in some ten milliseconds, less than a thread's start. */
const MAX_AT_ONCE = 500

/** Timeout, for millions of titles on a busy machine. During loading, content sets the pace. */
const PATIENCE_MS = 30 * 60_000

/** Builds a segment from pages of titles, in a worker thread if there are many. */
export async function buildFromPages(
  pages: AsyncIterable<readonly TitleEntry[]>,
  locale: Locale,
): Promise<TitleSegment> {
  let waiting: NewTitle[] = []
  let thread: BuildThread | undefined
  try {
    for await (const page of pages) {
      waiting.push(...page.map(toNewTitle))
      if (!thread && waiting.length <= MAX_AT_ONCE) continue
      thread ??= startThread({ locale, layers: [] })
      await thread.send(packTitles(waiting))
      waiting = []
    }
    return thread ? await thread.finish() : buildAtOnce(waiting, locale)
  } finally {
    await thread?.end()
  }
}

/**
 * Builds a segment of titles, in a worker thread if there are many.
 *
 * @param titles in the order of ids
 * @returns the segment itself when no thread was needed
 */
export const buildTitles = (
  titles: readonly NewTitle[],
  locale: Locale,
): TitleSegment | Promise<TitleSegment> =>
  titles.length <= MAX_AT_ONCE
    ? buildAtOnce(titles, locale)
    : buildInThread({ locale, layers: [] }, titles)

/** Merges all titles that count in these layers into one segment. */
export const mergeBeside = (layers: readonly Layer[], locale: Locale): Promise<TitleSegment> =>
  buildInThread({ locale, layers })

async function buildInThread(
  start: ThreadStart,
  titles: readonly NewTitle[] = [],
): Promise<TitleSegment> {
  const thread = startThread(start)
  try {
    await thread.send(packTitles(titles))
    return await thread.finish()
  } finally {
    await thread.end()
  }
}

type BuildThread = ReturnType<typeof startThread>

function startThread(start: ThreadStart) {
  // Options with which the process was started, such as a script to run, mean nothing here.
  const worker = new Worker(new URL('./build-thread.ts', import.meta.url), {
    workerData: start,
    execArgv: [],
  })
  const failed = Promise.withResolvers<never>()
  worker.on('error', failed.reject)
  worker.on('messageerror', failed.reject)
  worker.on('exit', () => failed.reject(new Error('The thread that builds the index has ended')))
  const late = setTimeout(() => {
    failed.reject(new Error(`The index was not built within ${PATIENCE_MS / 1_000} s`))
  }, PATIENCE_MS)
  // A failure is thrown where an answer is awaited.
  failed.promise.catch(() => {})
  let lastAnswer: Promise<unknown> = Promise.resolve()

  async function ask(message: ThreadMessage) {
    const answer = once(worker, 'message')
    // Packed titles are transferred instead of copied.
    worker.postMessage(message, message === 'end' ? [] : [message.buffer])
    const [first] = await Promise.race([answer, failed.promise])
    return first
  }

  return {
    /** Resolves when the thread has added all earlier titles, so that few are ever waiting. */
    async send(pack: Uint8Array<ArrayBuffer>): Promise<void> {
      await lastAnswer
      lastAnswer = ask(pack)
      lastAnswer.catch(() => {})
    },
    /** @throws {Error} when the thread has failed, or is not done in time */
    async finish(): Promise<TitleSegment> {
      await lastAnswer
      return ask('end')
    },
    async end(): Promise<void> {
      clearTimeout(late)
      await worker.terminate()
    },
  }
}
