import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import { ChatFailure, chatRefusal, excerpt } from './chat-failure.ts'
import { isEventStream, readAnswer } from './read-answer.ts'

export type ChatMessage = ChatCompletionMessageParam

export interface ChatEndpoint {
  /** With or without `/chat/completions`. */
  url: string
  key: string | undefined
  model: string
}

export interface ChatOptions {
  /** For the whole answer, in milliseconds. */
  timeoutMs: number
  /** Whether to ask for the answer piece by piece; some servers can only answer in one piece. */
  stream: boolean
  /** A streamed answer counts as cut off when no byte arrives for this many milliseconds. */
  silenceMs?: number
  /** Ends the request; its reason is thrown as it is. */
  signal: AbortSignal
  /** Called with the number of characters that have come so far. */
  onProgress?: (characters: number) => void
}

const SILENCE_MS = 90_000
/** Of an answer with the protocol around it, which takes much more room than the text. */
const MAX_BYTES = 20_000_000

/**
 * Asks a server that speaks the OpenAI protocol for the next message of a conversation, once.
 *
 * @returns the whole text
 * @throws {ChatFailure} when there is none; the reason of `signal` when that is aborted
 */
export async function askChat(
  { url, key, model }: ChatEndpoint,
  messages: readonly ChatMessage[],
  { timeoutMs, stream, silenceMs = SILENCE_MS, signal, onProgress = () => {} }: ChatOptions,
): Promise<string> {
  // Loading the package takes 0.4 s and 30 MB, which commands without requests do not need.
  const { APIError, OpenAI } = await import('openai')
  const timeout = AbortSignal.timeout(timeoutMs)
  const silence = new AbortController()
  const ended = AbortSignal.any([signal, timeout, silence.signal])
  let silenceTimer: NodeJS.Timeout | undefined
  let hasBegun = false
  let characters = 0

  // No others are sent: the package would add what the environment holds for other tools, and what
  // it knows of this machine.
  const headers = {
    'content-type': 'application/json',
    accept: stream ? 'text/event-stream, application/json' : 'application/json',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  }
  const client = new OpenAI({
    baseURL: baseOf(url),
    // The package insists on a key. Which one is sent, if any, is said by the headers.
    apiKey: 'none',
    // The caller knows whether to ask again, and how long all requests wait before that.
    maxRetries: 0,
    // The package's time-out ends when a streamed answer begins. Ours covers it to its end.
    timeout: 2 * timeoutMs,
    // It would write to standard error on its own.
    logLevel: 'off',
    async fetch(address, init) {
      // A key is for the address that somebody wrote down, so redirects are not followed.
      const redirect = 'manual'
      const response = await fetch(address, { ...init, headers, redirect, signal: ended })
      noteBytes(response)
      return new Response(response.body?.pipeThrough(bounded(() => noteBytes(response))), response)
    },
  })

  try {
    const request = client.chat.completions.create({ model, messages: [...messages], stream })
    const answer = await readAnswer(await request.asResponse(), client, (count) => {
      characters = count
      onProgress(count)
    })
    // Of a stream that is aborted, the package says that it has ended.
    ended.throwIfAborted()
    return answer
  } catch (error) {
    signal.throwIfAborted()
    const { kind, message, retryAfterMs } = failureOf(error)
    throw new ChatFailure(kind, `${new URL(url).host} ${message}`, retryAfterMs)
  } finally {
    clearTimeout(silenceTimer)
  }

  function noteBytes(response: Response): void {
    hasBegun = true
    if (!isEventStream(response)) return
    silenceTimer ??= setTimeout(() => silence.abort(), silenceMs)
    silenceTimer.refresh()
  }

  function failureOf(error: unknown): ChatFailure {
    const after = characters > 0 ? ` after ${characters} characters` : ''
    const again = (what: string) => new ChatFailure('again', what)
    if (timeout.aborted) return again(`did not answer in ${timeoutMs / 1_000} s${after}`)
    if (silence.signal.aborted) return again(`sent nothing for ${silenceMs / 1_000} s${after}`)
    if (error instanceof ChatFailure) return error
    if (error instanceof APIError && error.status) return chatRefusal(error, key)
    const reason = excerpt(reasonIn(error), key)
    if (error instanceof SyntaxError) return again(`does not speak the OpenAI protocol: ${reason}`)
    return again(`${hasBegun ? `broke off${after}` : 'cannot be reached'}: ${reason}`)
  }
}

/**
 * Lets through at most 20 MB, and breaks off with a `RangeError` if there are more.
 *
 * @param onBytes called for each part
 */
function bounded(onBytes: () => void): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      onBytes()
      bytes += chunk.length
      if (bytes > MAX_BYTES) throw new RangeError(`the answer has more than ${MAX_BYTES} bytes`)
      controller.enqueue(chunk)
    },
  })
}

/** What the package adds `/chat/completions` to. */
function baseOf(url: string): string {
  const base = new URL(url)
  base.pathname = base.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')
  return base.href
}

/** Of an error and its causes, what the innermost one says: that is the one that names what happened. */
function reasonIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message || String(error) : reasonIn(error.cause)
}
