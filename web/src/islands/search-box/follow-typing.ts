import type { SearchAnswer } from '#shared/contracts/search.ts'
import { isSearchable } from '#shared/text/title-match.ts'
import type { AnswerCache } from './answer-cache.ts'

/** A request is sent when the reader has not typed for this long. The first one is sent at once. */
const DEBOUNCE_MS = 120
/** An answer that takes longer counts as a failure. */
const MAX_ANSWER_MS = 8_000

/**
 * The state of the search. While the next answer is awaited, and after a failure, the last one
 * stays.
 */
export type SearchState =
  | { is: 'nothing' }
  | { is: 'awaited' | 'failed'; answer: SearchAnswer | undefined }
  | { is: 'found'; answer: SearchAnswer }
  | { is: 'too-long' }

interface FollowTypingOptions {
  cache: AnswerCache
  ask: (query: string, signal: AbortSignal) => Promise<SearchAnswer | 'too-long'>
  show: (state: SearchState) => void
}

/**
 * Turns typed text into results: sends one request per pause, none for a text that is too short,
 * and ignores answers to an older text.
 *
 * @returns a function to be called with the whole text of the field after every change; calling it
 *   again with the same text repeats a failed request
 */
export function followTyping({ cache, ask, show }: FollowTypingOptions): (text: string) => void {
  let typed = ''
  let hasFailed = false
  let shown: SearchAnswer | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let request: AbortController | undefined

  const showAnswer = (answer: SearchAnswer) => {
    shown = answer
    show({ is: 'found', answer })
  }

  const send = async () => {
    const own = new AbortController()
    request = own
    const limit = setTimeout(() => own.abort(), MAX_ANSWER_MS)
    try {
      const answer = await ask(typed, own.signal)
      if (request !== own) return
      if (answer === 'too-long') {
        show({ is: answer })
      } else {
        cache.add(answer)
        showAnswer(answer)
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
    const isSameText = text === typed
    if (isSameText && !hasFailed) return
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
    const answer = cache.find(text)
    if (answer) return showAnswer(answer)
    show({ is: 'awaited', answer: shown })
    if (isFirst || isSameText) send()
    else timer = setTimeout(send, DEBOUNCE_MS)
  }
}
