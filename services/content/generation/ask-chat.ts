import { ChatFailure } from './chat-failure.ts'
import type { ChatMessage } from './chat-protocol.ts'
import { excerpt, refusalOf } from './chat-refusal.ts'
import { readStreamedAnswer, readText, readWholeAnswer } from './read-answer.ts'

export interface ChatEndpoint {
  /** With or without `/chat/completions`. */
  url: string
  key: string | undefined
  model: string
}

export interface AskOptions {
  /** For the whole answer, in milliseconds. */
  timeoutMs: number
  /** Whether to ask for the answer piece by piece; servers that cannot answer it whole. */
  stream: boolean
  /** Without a byte for so long, a streamed answer counts as cut off. In milliseconds. */
  silenceMs?: number
  /** Ends the request; its reason is thrown as it is. */
  signal: AbortSignal
  /** Told how many characters have come so far. */
  onProgress?: (characters: number) => void
}

const SILENCE_MS = 90_000
const LONGEST_COMPLAINT = 20_000

/**
 * Asks a server that speaks the OpenAI protocol for the next message of a conversation.
 *
 * @returns the whole text
 * @throws {ChatFailure} when there is none; the reason of `signal` when that is aborted
 */
export async function askChat(
  endpoint: ChatEndpoint,
  messages: readonly ChatMessage[],
  { timeoutMs, stream, silenceMs = SILENCE_MS, signal, onProgress = () => {} }: AskOptions,
): Promise<string> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const silence = new AbortController()
  const address = addressOf(endpoint.url)
  const server = { name: address.host, key: endpoint.key }
  const { name } = server
  let answers = false
  let characters = 0

  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: stream ? 'text/event-stream, application/json' : 'application/json',
        ...(endpoint.key !== undefined && { authorization: `Bearer ${endpoint.key}` }),
      },
      body: JSON.stringify({ model: endpoint.model, messages, stream }),
      // A key is for the address that somebody wrote down, and for no other.
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout, silence.signal]),
    })
    answers = true
    const bytes = response.body ?? new Blob([]).stream()
    if (!response.ok) {
      throw refusalOf(response, await readText(bytes, LONGEST_COMPLAINT, 'cut'), server)
    }
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (!isStream) return await readWholeAnswer(bytes, server)
    return await readStreamedAnswer(watched(bytes, silenceMs, silence), server, (text) => {
      characters += text.length
      onProgress(characters)
    })
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof ChatFailure) throw cause
    const got = characters > 0 ? ` after ${characters} characters` : ''
    if (timeout.aborted) {
      throw new ChatFailure('again', `${name} did not answer in ${timeoutMs / 1_000} s${got}`)
    }
    if (silence.signal.aborted) {
      throw new ChatFailure('again', `${name} said nothing for ${silenceMs / 1_000} s${got}`)
    }
    if (cause instanceof RangeError) throw new ChatFailure('again', `${name}: ${cause.message}`)
    const what = answers ? `broke off${got}` : 'cannot be reached'
    throw new ChatFailure('again', `${name} ${what}: ${excerpt(codeOf(cause), server.key)}`)
  }
}

function addressOf(url: string): URL {
  const address = new URL(url)
  const path = address.pathname.replace(/\/+$/, '')
  address.pathname = path.endsWith('/chat/completions') ? path : `${path}/chat/completions`
  return address
}

/** Gives up on a stream in which nothing comes any more. */
async function* watched(
  bytes: AsyncIterable<Uint8Array>,
  silenceMs: number,
  silence: AbortController,
): AsyncGenerator<Uint8Array> {
  const timer = setTimeout(() => silence.abort(), silenceMs)
  try {
    for await (const chunk of bytes) {
      timer.refresh()
      yield chunk
    }
  } finally {
    clearTimeout(timer)
  }
}

/** `fetch` keeps what happened in a cause of its own. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (cause instanceof Error) {
    return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
  }
  return error.message
}
