import { hasShape } from '#shared/check-shape.ts'
import { ChatFailure } from './chat-failure.ts'
import { ChatError, type ChatServer } from './chat-protocol.ts'
import { oneLine } from './one-line.ts'
import { retryAfterMs } from './retry-after.ts'

const LONGEST_EXCERPT = 300
/** Said with a 429 that no waiting helps against. */
const NO_MONEY = 'insufficient_quota'

/** What an answer with a status that is no success means for those who ask. */
export function refusalOf(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: string,
  endpoint: ChatServer,
): ChatFailure {
  const { said, code } = faultIn(body)
  const reason = excerpt(said, endpoint.key)
  const answer = `${endpoint.name} answers ${status}${reason === '' ? '' : `: ${reason}`}`
  const wait = retryAfterMs(headers, new Date())

  if (status === 401 || status === 403) {
    const remedy = endpoint.key === undefined ? 'Set LLM_KEY' : 'Look at LLM_KEY'
    return new ChatFailure('misconfigured', `${answer}. ${remedy}.`)
  }
  if (status === 402 || code === NO_MONEY) {
    return new ChatFailure('misconfigured', `${answer}. The account of LLM_KEY is used up.`)
  }
  if (status === 404 || status === 405) {
    return new ChatFailure('misconfigured', `${answer}. Look at LLM_URL and LLM_MODEL.`)
  }
  if (status >= 300 && status < 400) {
    const target = excerpt(headers.get('location') ?? '', endpoint.key)
    return new ChatFailure('misconfigured', `${answer}. It has moved: set LLM_URL to ${target}.`)
  }
  if (status === 429 || (status >= 500 && wait !== undefined)) {
    return new ChatFailure('busy', answer, wait)
  }
  if (status === 408 || status === 409 || status === 425 || status >= 500) {
    return new ChatFailure('again', answer)
  }
  return new ChatFailure('refused', answer)
}

function faultIn(body: string): { said: string; code: unknown } {
  const value = parse(body)
  if (!hasShape(ChatError, value)) return { said: body, code: undefined }
  const { error } = value
  if (typeof error === 'string') return { said: error, code: undefined }
  return { said: error.message ?? '', code: error.code }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One short line for a terminal, without the key, which endpoints like to repeat. */
export function excerpt(text: string, key: string | undefined): string {
  const line = oneLine(key === undefined ? text : text.replaceAll(key, '…'))
  return line.length > LONGEST_EXCERPT ? `${oneLine(line.slice(0, LONGEST_EXCERPT))}…` : line
}
