import { availableParallelism } from 'node:os'
import { createThreads } from '#shared/threads/create-threads.ts'
import { type Encode, encodeBody } from './encode-body.ts'
import type { EncodedText, TextToEncode } from './encode-thread.ts'

/** One core is left for the thread that renders, which can only keep a few of these busy. */
const THREADS = Math.min(Math.max(1, availableParallelism() - 1), 4)
/** A text takes a millisecond, and those of one page are one job. */
const JOB_MS = 60_000

const { run } = createThreads<readonly TextToEncode[], EncodedText[]>({
  script: new URL('./encode-thread.ts', import.meta.url),
  job: 'compressing of texts',
  threads: THREADS,
  maxWaiting: Number.POSITIVE_INFINITY,
  idleMs: 30_000,
  jobMs: JOB_MS,
  // What is left of a text is garbage at once; by default it would gather up to 48 MB in each thread.
  youngMb: 6,
})

/**
 * Like `encodeBody`, for making many pages: it compresses in worker threads, so that all cores work.
 * What is not compressed has nothing to do there.
 *
 * @throws {Error} when a thread dies; the next text gets a new one
 */
export const encodeInThreads: Encode = async (text, contentType, options) => {
  if (options?.brotli === false && options.gzip === false) {
    return encodeBody(text, contentType, options)
  }
  const { etag, br, gzip } = await encodeTogether({ text, ...options })
  return {
    contentType,
    etag,
    bytes: {
      ...(br && { br: bufferOf(br) }),
      ...(gzip && { gzip: bufferOf(gzip) }),
      identity: Buffer.from(text),
    },
  }
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>) =>
  Buffer.from(buffer, byteOffset, byteLength)

let gathered: TextToEncode[] = []
let encoding: Promise<EncodedText[]> | undefined

/** Texts of a page are asked for in one go and become one job, which costs as much as a single text. */
async function encodeTogether(text: TextToEncode): Promise<EncodedText> {
  const at = gathered.push(text) - 1
  encoding ??= Promise.resolve().then(() => {
    const texts = gathered
    gathered = []
    encoding = undefined
    return run(texts)
  })
  const encoded = (await encoding)[at]
  if (!encoded) throw new Error('A text came back from no thread')
  return encoded
}
