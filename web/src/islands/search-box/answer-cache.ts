import type { Locale } from '#shared/contracts/primitives.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { foldText } from '#shared/text/title-match.ts'
import { narrowAnswer } from './narrow-answer.ts'

const MAX_ANSWERS = 50
const MAX_AGE_MS = 60_000

interface CachedAnswer {
  answer: SearchAnswer
  /** When the server sent it, by the clock of the page. */
  atMs: number
}

export type AnswerCache = ReturnType<typeof createAnswerCache>

/**
 * Caches the last answers, each for a minute. Queries that fold to the same words share an answer.
 */
export function createAnswerCache(locale: Locale) {
  const answers = new Map<string, CachedAnswer>()
  let last: CachedAnswer | undefined

  const isFresh = ({ atMs }: CachedAnswer) => performance.now() - atMs < MAX_AGE_MS
  const keyOf = (query: string) => {
    const { plain, turkish } = foldText(query, locale)
    return `${plain}\n${turkish}`
  }

  return {
    /**
     * The answer that the server would give, if it is cached or can be derived from the last one.
     */
    find(query: string): SearchAnswer | undefined {
      const same = answers.get(keyOf(query))
      if (same && isFresh(same)) {
        last = same
        return same.answer
      }
      const answer = last && isFresh(last) ? narrowAnswer(last.answer, query, locale) : undefined
      // A derived answer is as old as the one it was derived from.
      if (last && answer) last = { ...last, answer }
      return answer
    },

    add(answer: SearchAnswer): void {
      last = { answer, atMs: performance.now() }
      const key = keyOf(answer.query)
      answers.delete(key)
      answers.set(key, last)
      const [oldest] = answers.keys()
      if (answers.size > MAX_ANSWERS && oldest !== undefined) answers.delete(oldest)
    },
  }
}
