import type { Suggestion } from '#shared/contracts/page.ts'
import { splitWords } from '#shared/text/split-words.ts'
import type { Strings } from './strings.ts'

/** Says that nothing was found, and names what was looked for: each word by itself. */
export function noTitleContains(query: string, strings: Strings): string {
  const [first = '', ...more] = new Set(splitWords(query))
  return more.length === 0 ? strings.searchNone(first) : strings.searchNoneOf([first, ...more])
}

/** Why a suggestion is offered; empty where the marks in its title say it all. */
export function explainSuggestion(
  { kind, explains, without }: Suggestion,
  strings: Strings,
): string {
  const reasons = [
    kind !== 'article' && strings.searchKinds[kind],
    explains && strings.searchExplains(explains),
    without && strings.searchWithout(without),
  ]
  return reasons.filter((reason) => reason).join(' · ')
}
