import type { Locale } from '#shared/contracts/primitives.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { foldText } from '#shared/text/title-match.ts'
import { narrowAnswer } from './narrow-answer.ts'

const MAX_ANSWERS = 50
const KEEP_MS = 60_000

interface Remembered {
  answer: SearchAnswer
  /** When the server gave it, on the clock of the page. */
  atMs: number
}

export type AnswerMemory = ReturnType<typeof rememberAnswers>

/**
 * The last answers, each for a minute, under what makes an answer: the words as they are folded.
 */
export function rememberAnswers(locale: Locale) {
  const known = new Map<string, Remembered>()
  let last: Remembered | undefined

  const isFresh = ({ atMs }: Remembered) => performance.now() - atMs < KEEP_MS
  const keyOf = (query: string) => {
    const { plain, turkish } = foldText(query, locale)
    return `${plain}\n${turkish}`
  }

  return {
    /** An answer as the server would give it, if it can be had without asking. */
    recall(query: string): SearchAnswer | undefined {
      const same = known.get(keyOf(query))
      if (same && isFresh(same)) {
        last = same
        return same.answer
      }
      const answer = last && isFresh(last) ? narrowAnswer(last.answer, query, locale) : undefined
      // A derived answer is as old as the one it was derived from.
      if (last && answer) last = { ...last, answer }
      return answer
    },

    keep(answer: SearchAnswer): void {
      last = { answer, atMs: performance.now() }
      const key = keyOf(answer.query)
      known.delete(key)
      known.set(key, last)
      const [oldest] = known.keys()
      if (known.size > MAX_ANSWERS && oldest !== undefined) known.delete(oldest)
    },
  }
}
