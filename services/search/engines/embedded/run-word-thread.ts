import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { TextList } from './text-list.ts'
import type { WordUses } from './word-rows.ts'
import type { FoldedTokens, WordSegment } from './word-thread.ts'

export interface WordThread {
  /** Starts folding the tokens. */
  fold(tokens: TextList): Promise<FoldedTokens>
  /** Returns everything that is derived from the words, and ends the thread. */
  finish(uses: WordUses): Promise<WordSegment>
}

/** Its promises are rejected when the thread fails. */
export function startWordThread(locale: Locale): WordThread {
  const worker = new Worker(new URL('./word-thread.ts', import.meta.url), {
    workerData: locale,
    execArgv: [],
  })
  async function ask(message: TextList | WordUses) {
    const answer = once(worker, 'message')
    worker.postMessage(message)
    return (await answer)[0]
  }
  return { fold: ask, finish: ask }
}
