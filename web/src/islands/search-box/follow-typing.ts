import type { SearchAnswer } from '#shared/contracts/search.ts'
import { isSearchable } from '#shared/text/title-match.ts'
import type { AnswerMemory } from './remember-answers.ts'

/** Pause after the last key before a request. The first search does not wait. */
const DEBOUNCE_MS = 120
const ANSWER_MS = 8_000

/**
 * What there is to show. While a new answer is on its way, and when it fails, the last one stays.
 */
export type Finding =
  | { is: 'nothing' }
  | { is: 'awaited' | 'failed'; answer: SearchAnswer | undefined }
  | { is: 'found'; answer: SearchAnswer }
  | { is: 'too-long' }

interface FollowTypingOptions {
  memory: AnswerMemory
  ask: (query: string, signal: AbortSignal) => Promise<SearchAnswer | 'too-long'>
  show: (finding: Finding) => void
}

/**
 * Turns typed text into shown results: sends one request per pause, none for too short a text, and
 * ignores late answers to an older text.
 *
 * @returns a function for the whole text of the field, to be called after every change; a text that
 *   failed may be given again
 */
export function followTyping({ memory, ask, show }: FollowTypingOptions): (text: string) => void {
  let typed = ''
  let hasFailed = false
  let shown: SearchAnswer | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let request: AbortController | undefined

  const find = (answer: SearchAnswer) => {
    shown = answer
    show({ is: 'found', answer })
  }

  const send = async () => {
    const own = new AbortController()
    request = own
    const limit = setTimeout(() => own.abort(), ANSWER_MS)
    try {
      const answer = await ask(typed, own.signal)
      if (request !== own) return
      if (answer === 'too-long') {
        show({ is: answer })
      } else {
        memory.keep(answer)
        find(answer)
      }
    } catch {
      if (request !== own) return
      hasFailed = true
      show({ is: 'failed', answer: shown })
    } finally {
      clearTimeout(limit)
    }
  }

  return (text) => {
    const isAgain = text === typed
    if (isAgain && !hasFailed) return
    const isFirst = !isSearchable(typed)
    typed = text
    hasFailed = false
    clearTimeout(timer)
    request?.abort()
    request = undefined

    if (!isSearchable(text)) {
      shown = undefined
      show({ is: 'nothing' })
      return
    }
    const answer = memory.recall(text)
    if (answer) return find(answer)
    show({ is: 'awaited', answer: shown })
    if (isFirst || isAgain) send()
    else timer = setTimeout(send, DEBOUNCE_MS)
  }
}
