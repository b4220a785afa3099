import { Worker } from 'node:worker_threads'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { BuildAnswer, BuildMessage } from './build-thread.ts'
import type { TitleSegment } from './title-segment.ts'

export interface BuildThread {
  /** Resolves when the thread is not far behind, so that its message queue stays short. */
  send(message: BuildMessage): Promise<void>
  /** @throws {Error} when the thread has failed */
  finish(): Promise<TitleSegment>
  end(): Promise<void>
}

/** Messages that may wait for the thread. */
const MAX_AHEAD = 4

/** Timeout, for millions of titles on a busy machine. During loading, content sets the pace. */
const PATIENCE_MS = 30 * 60_000

export function startThread(locale: Locale): BuildThread {
  // Options with which the process was started, such as a script to run, mean nothing here.
  const worker = new Worker(new URL('./build-thread.ts', import.meta.url), {
    workerData: locale,
    execArgv: [],
  })
  const built = Promise.withResolvers<TitleSegment>()
  // A failure is thrown where the segment is awaited.
  built.promise.catch(() => {})
  let ahead = 0
  let taken = Promise.withResolvers<void>()

  worker.on('message', (answer: BuildAnswer) => {
    if (answer.is === 'built') return built.resolve(answer.segment)
    ahead -= 1
    taken.resolve()
    taken = Promise.withResolvers()
  })
  const giveUp = (error: unknown) => built.reject(error)
  worker.on('error', giveUp)
  worker.on('messageerror', giveUp)
  const late = setTimeout(() => {
    giveUp(new Error(`The index was not built within ${PATIENCE_MS / 1_000} s`))
  }, PATIENCE_MS)
  worker.on('exit', () => built.reject(new Error('The thread that builds the index has ended')))

  return {
    async send(message) {
      // The buffer is transferred instead of copied.
      worker.postMessage(message, message.is === 'titles' ? [message.pack.buffer] : [])
      ahead += 1
      while (ahead > MAX_AHEAD) await Promise.race([taken.promise, built.promise])
    },
    finish() {
      worker.postMessage({ is: 'end' } satisfies BuildMessage)
      return built.promise
    },
    async end() {
      clearTimeout(late)
      await worker.terminate()
    },
  }
}
