import type { NamedTerm } from '#shared/contracts/change.ts'
import { type FoundTerm, MAX_FOUND_TERMS } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import { searchLayers } from '../engines/embedded/layers.ts'
import { readTitleQuery } from '../engines/title-query.ts'
import type { NameIndex } from './name-index.ts'
import type { TypedQuestion } from './read-question.ts'

/** The most names that are looked at; a term may be found by several of its forms. */
const MAX_NAMES = 20

/**
 * The terms of which a form has every word that tells something, the shortest first: the same for any
 * engine, because no engine knows terms.
 *
 * @param typed the term that is what was typed, which comes first
 */
export function findTerms(
  { words }: TypedQuestion,
  names: NameIndex,
  typed: NamedTerm | undefined,
  locale: Locale,
): FoundTerm[] {
  if (words.length === 0) return []
  const query = readTitleQuery(words.map((word) => word.typed).join(' '), locale)
  const { titles } = searchLayers([names.layer], query, { limit: MAX_NAMES, offset: 0 })
  const containing = titles.flatMap(({ path }) => names.termAt(Number(path)) ?? [])
  const found = new Map<string, FoundTerm>()
  for (const term of [...(typed ? [typed] : []), ...containing]) {
    const { forms, path, definition } = term
    if (path === undefined || definition === undefined || found.has(path)) continue
    const [title = ''] = forms
    found.set(path, { title, path, definition, ...(term === typed && { isTyped: true as const }) })
  }
  return [...found.values()].slice(0, MAX_FOUND_TERMS)
}
