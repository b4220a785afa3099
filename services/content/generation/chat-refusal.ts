import type { APIError } from 'openai'
import { ChatFailure } from './chat-failure.ts'
import { oneLine } from './one-line.ts'
import { retryAfterMs } from './retry-after.ts'

const LONGEST_EXCERPT = 300
/** The code of a 429 that no waiting helps against. */
const NO_MONEY = 'insufficient_quota'

/** What an answer with a status that is no success means for those who ask. */
export function refusalOf(
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

/** One short line for a terminal, without the key, which servers like to repeat. */
export function excerpt(text: string, key: string | undefined): string {
  const line = oneLine(key === undefined ? text : text.replaceAll(key, '…'))
  return line.length > LONGEST_EXCERPT ? `${oneLine(line.slice(0, LONGEST_EXCERPT))}…` : line
}
