import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { EncodedText, TextToEncode } from './encode-thread.ts'
import type { CompressOptions, StoredBody } from './stored-entry.ts'

/** What is left of a text is garbage at once; by default it would gather up to 48 MB in each thread. */
const YOUNG_MB = 6
/** One core is left for the thread that renders, which can only keep a few of these busy. */
const MAX_THREADS = Math.min(Math.max(1, availableParallelism() - 1), 4)

type Answer = PromiseWithResolvers<EncodedText>

interface Thread {
  worker: Worker
  /** By message, in the order in which they were sent; answers arrive in the same order. */
  waiting: Answer[][]
}

const threads: Thread[] = []

/** Texts that are sent together. */
let gathered: { text: TextToEncode; answer: Answer }[] = []

/**
 * Like `encodeBody`, for making many pages: it compresses in worker threads, so that all cores
 * work. A thread makes all encodings of a text at once. Four jobs in Node's own pool per page would
 * double the cost of compressing, half of it in the thread that renders. For the same reason all
 * texts of a page, which are asked for in one go, are one message. A text is turned into UTF-8 once,
 * here, and its memory is transferred there and back instead of copied.
 *
 * @throws {Error} when the worker thread dies; the next text starts a new one
 */
export async function encodeInThreads(
  text: string,
  contentType: string,
  options?: CompressOptions,
): Promise<StoredBody> {
  const encoded = await encode({ identity: utf8.encode(text), ...options })
  const { etag, identity, br, gzip } = encoded
  return {
    contentType,
    etag,
    bytes: {
      ...(br && { br: bufferOf(br) }),
      ...(gzip && { gzip: bufferOf(gzip) }),
      identity: bufferOf(identity),
    },
  }
}

const utf8 = new TextEncoder()

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)

function encode(text: TextToEncode): Promise<EncodedText> {
  const answer = Promise.withResolvers<EncodedText>()
  if (gathered.push({ text, answer }) === 1) queueMicrotask(sendGathered)
  return answer.promise
}

function sendGathered(): void {
  const texts = gathered.map(({ text }) => text)
  const answers = gathered.map(({ answer }) => answer)
  gathered = []
  try {
    const { worker, waiting } = chooseThread()
    // The thread keeps the process alive only while an answer is awaited.
    if (waiting.push(answers) === 1) worker.ref()
    worker.postMessage(
      texts,
      texts.map(({ identity }) => identity.buffer),
    )
  } catch (error) {
    for (const answer of answers) answer.reject(error)
  }
}

function chooseThread(): Thread {
  const least = threads.toSorted((a, b) => a.waiting.length - b.waiting.length).at(0)
  const isBusy = least === undefined || least.waiting.length > 0
  return isBusy && threads.length < MAX_THREADS ? startThread() : (least ?? startThread())
}

function startThread(): Thread {
  // Options with which the process was started, such as a script to run, mean nothing here.
  const worker = new Worker(new URL('./encode-thread.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  })
  const thread: Thread = { worker, waiting: [] }
  worker.on('message', (encoded: EncodedText[]) => {
    const answers = thread.waiting.shift() ?? []
    for (const [at, text] of encoded.entries()) answers[at]?.resolve(text)
    if (thread.waiting.length === 0) worker.unref()
  })
  worker.on('error', (error) => giveUp(thread, error))
  worker.on('exit', () => giveUp(thread, new Error('The compression thread has ended')))
  threads.push(thread)
  return thread
}

function giveUp(thread: Thread, error: unknown): void {
  const at = threads.indexOf(thread)
  if (at >= 0) threads.splice(at, 1)
  for (const answer of thread.waiting.splice(0).flat()) answer.reject(error)
}
