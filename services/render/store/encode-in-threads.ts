import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { EncodedText } from './encode-thread.ts'
import type { StoredText } from './stored-entry.ts'

/** The rest is for the thread that renders, which can keep no more than a few of these busy. */
const MAX_THREADS = Math.min(Math.max(1, availableParallelism() - 1), 4)

interface Thread {
  worker: Worker
  /** In the order asked, which is that of the answers. */
  waiting: PromiseWithResolvers<EncodedText>[]
}

const threads: Thread[] = []

/**
 * The same as `encodeBody`, for whoever makes many pages: in threads of their own, so that all cores
 * work. All forms at once, because four jobs of Node's pool per page, one for each form, cost as
 * much again as compressing: half of it the thread that renders.
 *
 * @throws {Error} when the thread dies; the next text gets a new one
 */
export async function encodeInThreads(text: string, contentType: string): Promise<StoredText> {
  const { etag, lengths, memory } = await encode(chooseThread(), text)
  const { br, gzip, identity } = lengths
  return {
    contentType,
    etag,
    bytes: {
      br: Buffer.from(memory, 0, br),
      gzip: Buffer.from(memory, br, gzip),
      identity: Buffer.from(memory, br + gzip, identity),
    },
  }
}

function encode({ worker, waiting }: Thread, text: string): Promise<EncodedText> {
  const answer = Promise.withResolvers<EncodedText>()
  waiting.push(answer)
  // The process lives as long as somebody waits, and no longer.
  worker.ref()
  worker.postMessage(text)
  return answer.promise
}

function chooseThread(): Thread {
  const least = threads.toSorted((a, b) => a.waiting.length - b.waiting.length).at(0)
  const isBusy = least === undefined || least.waiting.length > 0
  return isBusy && threads.length < MAX_THREADS ? startThread() : (least ?? startThread())
}

function startThread(): Thread {
  // Options of the process's own start, such as a script to run, mean nothing here.
  const worker = new Worker(new URL('./encode-thread.ts', import.meta.url), { execArgv: [] })
  const thread: Thread = { worker, waiting: [] }
  worker.on('message', (encoded: EncodedText) => {
    thread.waiting.shift()?.resolve(encoded)
    if (thread.waiting.length === 0) worker.unref()
  })
  worker.on('error', (error) => giveUp(thread, error))
  worker.on('exit', () => giveUp(thread, new Error('The thread that compresses has ended')))
  threads.push(thread)
  return thread
}

function giveUp(thread: Thread, error: unknown): void {
  const at = threads.indexOf(thread)
  if (at >= 0) threads.splice(at, 1)
  for (const answer of thread.waiting.splice(0)) answer.reject(error)
}
