import type { APIError } from 'openai'
import { oneLine } from './one-line.ts'

/**
 * What to do when no answer came:
 * - `again`: ask again a little later
 * - `busy`: let all titles wait, then ask again
 * - `refused`: give this title up
 * - `misconfigured`: give all up until somebody mends the address, the key or the model
 */
export type ChatFailureKind = 'again' | 'busy' | 'refused' | 'misconfigured'

/** A language model did not answer. The message is for people and never holds the key. */
export class ChatFailure extends Error {
  override readonly name = 'ChatFailure'
  readonly kind: ChatFailureKind
  /** How long the server asks to be left alone, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(kind: ChatFailureKind, message: string, retryAfterMs?: number) {
    super(message)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}

/** The code of a 429 that no waiting helps against. */
const NO_MONEY = 'insufficient_quota'

/** What an answer with a status that is no success means for those who ask. */
export function chatRefusal(
  { status = 0, headers = new Headers(), code, message }: APIError,
  key: string | undefined,
): ChatFailure {
  const answer = `answers ${excerpt(message, key)}`
  const misconfigured = (remedy: string) =>
    new ChatFailure('misconfigured', `${answer}. ${remedy}.`)
  const wait = retryAfterMs(headers, new Date())

  if (status === 401 || status === 403) {
    return misconfigured(key === undefined ? 'Set LLM_KEY' : 'Check LLM_KEY')
  }
  if (status === 402 || code === NO_MONEY) {
    return misconfigured('The account of LLM_KEY is used up')
  }
  if (status === 404 || status === 405) return misconfigured('Check LLM_URL and LLM_MODEL')
  if (status >= 300 && status < 400) {
    const target = excerpt(headers.get('location') ?? '', key)
    return misconfigured(`It has moved: set LLM_URL to ${target}`)
  }
  if (status === 429 || (status >= 500 && wait !== undefined)) {
    return new ChatFailure('busy', answer, wait)
  }
  const mayPass = status === 408 || status === 409 || status === 425 || status >= 500
  return new ChatFailure(mayPass ? 'again' : 'refused', answer)
}

/** The longest wait, whatever a server asks for. */
const LONGEST_WAIT_MS = 10 * 60_000
const NUMBER = /^\d+(\.\d+)?$/

/**
 * How long an answer asks its client to wait, by `retry-after-ms`, or by `retry-after` in seconds or
 * as a date.
 *
 * @returns milliseconds, at most {@link LONGEST_WAIT_MS}; `undefined` when it asks for nothing
 */
function retryAfterMs(headers: Headers, now: Date): number | undefined {
  const milliseconds = headers.get('retry-after-ms') ?? ''
  const header = headers.get('retry-after') ?? ''
  const wanted = NUMBER.test(milliseconds)
    ? Number(milliseconds)
    : NUMBER.test(header)
      ? Number(header) * 1_000
      : Date.parse(header) - now.getTime()
  return Number.isNaN(wanted)
    ? undefined
    : Math.min(LONGEST_WAIT_MS, Math.max(0, Math.ceil(wanted)))
}

const LONGEST_EXCERPT = 300

/** One short line for a terminal, without the key, which servers like to repeat. */
export function excerpt(text: string, key: string | undefined): string {
  const line = oneLine(key === undefined ? text : text.replaceAll(key, '…'))
  return line.length > LONGEST_EXCERPT ? `${oneLine(line.slice(0, LONGEST_EXCERPT))}…` : line
}
