import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import { boundedFetch } from './bounded-fetch.ts'
import { ChatFailure } from './chat-failure.ts'
import { excerpt, refusalOf } from './chat-refusal.ts'
import { isEventStream, readAnswer } from './read-answer.ts'

export type ChatMessage = ChatCompletionMessageParam

export interface ChatEndpoint {
  /** With or without `/chat/completions`. */
  url: string
  key: string | undefined
  model: string
}

export interface AskOptions {
  /** For the whole answer, in milliseconds. */
  timeoutMs: number
  /** Whether to ask for the answer piece by piece; some servers can only answer in one piece. */
  stream: boolean
  /** A streamed answer counts as cut off when no byte has come for so long. In milliseconds. */
  silenceMs?: number
  /** Ends the request; its reason is thrown as it is. */
  signal: AbortSignal
  /** Called with the number of characters that have come so far. */
  onProgress?: (characters: number) => void
}

const SILENCE_MS = 90_000

/**
 * Asks a server that speaks the OpenAI protocol for the next message of a conversation, once.
 *
 * @returns the whole text
 * @throws {ChatFailure} when there is none; the reason of `signal` when that is aborted
 */
export async function askChat(
  { url, key, model }: ChatEndpoint,
  messages: readonly ChatMessage[],
  { timeoutMs, stream, silenceMs = SILENCE_MS, signal, onProgress = () => {} }: AskOptions,
): Promise<string> {
  // Loading the package takes 0.4 s and 30 MB, which commands that ask nobody do not need.
  const { APIError, OpenAI } = await import('openai')
  const timeout = AbortSignal.timeout(timeoutMs)
  const silence = new AbortController()
  const ended = AbortSignal.any([signal, timeout, silence.signal])
  let silenceTimer: NodeJS.Timeout | undefined
  let hasBegun = false
  let characters = 0

  const client = new OpenAI({
    baseURL: baseOf(url),
    // The package insists on a key. Which one is sent, if any, is said by the headers below.
    apiKey: 'none',
    // Whoever asks knows whether to ask again, and how long everybody has to wait before that.
    maxRetries: 0,
    // The package's time-out ends when a streamed answer begins. Ours covers it to its end.
    timeout: 2 * timeoutMs,
    // It would write to standard error on its own.
    logLevel: 'off',
    fetch: boundedFetch({
      headers: {
        'content-type': 'application/json',
        accept: stream ? 'text/event-stream, application/json' : 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      signal: ended,
      onBytes(response) {
        hasBegun = true
        if (!isEventStream(response)) return
        silenceTimer ??= setTimeout(() => silence.abort(), silenceMs)
        silenceTimer.refresh()
      },
    }),
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

  function failureOf(error: unknown): ChatFailure {
    const after = characters > 0 ? ` after ${characters} characters` : ''
    const again = (what: string) => new ChatFailure('again', what)
    if (timeout.aborted) return again(`did not answer in ${timeoutMs / 1_000} s${after}`)
    if (silence.signal.aborted) return again(`sent nothing for ${silenceMs / 1_000} s${after}`)
    if (error instanceof ChatFailure) return error
    if (error instanceof APIError && error.status) return refusalOf(error, key)
    const reason = excerpt(reasonIn(error), key)
    if (error instanceof SyntaxError) return again(`does not speak the OpenAI protocol: ${reason}`)
    return again(`${hasBegun ? `broke off${after}` : 'cannot be reached'}: ${reason}`)
  }
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
