import type { SearchHit } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { typeset } from '#shared/text/typeset.ts'
import { createElement } from '../../browser/create-element.ts'
import type { Strings } from '../../strings/strings.ts'

/**
 * The rows of the list for an answer: titles, a link to all of them, and below them groups of their
 * own, each with its name. A term that is just what was typed stands above the titles. All are options
 * of one list, so that arrow keys reach each of them.
 */
export function listTitles(answer: SearchAnswer, strings: Strings, locale: Locale): HTMLElement[] {
  const { query, total, hits, suggestions, terms = [] } = answer
  const rows: HTMLElement[] = hits.map((hit) => createTitle(hit, locale))
  if (total > hits.length) {
    const href = `/search?${new URLSearchParams({ q: query })}`
    rows.push(createOption(href, 'search-all', [strings.searchSeeAll(total)]))
  }
  const found = createGroup(
    'search-terms',
    strings.termsHeading,
    terms.map((term) =>
      createTitle({ ...term, marks: [] }, locale, typeset(term.definition, locale)),
    ),
  )
  if (terms[0]?.isTyped) rows.unshift(...found)
  else rows.push(...found)
  const similar = (isTitle: boolean) =>
    suggestions
      .filter(({ kind }) => (kind === 'article') === isTitle)
      .map((suggestion) => createTitle(suggestion, locale, strings.searchReason(suggestion)))
  return [
    ...rows,
    ...createGroup('search-similar', strings.searchSimilar, similar(true)),
    ...createGroup('search-places', strings.searchPlaces, similar(false)),
  ]
}

/** @returns nothing for a group without options */
function createGroup(id: string, name: string, options: readonly HTMLElement[]): HTMLElement[] {
  if (options.length === 0) return []
  const heading = createElement('div', { id, class: 'search-group-name' }, [name])
  return [createElement('div', { role: 'group', 'aria-labelledby': id }, [heading, ...options])]
}

/** @param reason why the title is offered; empty where its marks show that */
function createTitle(hit: SearchHit, locale: Locale, reason = ''): HTMLElement {
  const { path, marks } = hit
  // Typesetting keeps the length, so the marks stay valid.
  const title = typeset(hit.title, locale)
  // The search service sorts the marks, and no two of them overlap.
  let at = 0
  const parts = marks.flatMap(([start, end]) => {
    const before = title.slice(at, start)
    at = end
    return [before, createElement('mark', {}, [title.slice(start, end)])]
  })
  const text = createElement('span', {}, [...parts, title.slice(at)])
  // Screen readers read title and reason as one name, so a blank must separate them.
  const small = reason === '' ? [] : [' ', createElement('small', {}, [reason])]
  return createOption(path, 'search-title', [createElement('div', {}, [text, ...small])])
}

/** A real link, so that every way to open a link in a new tab works. */
function createOption(href: string, name: string, children: (Node | string)[]): HTMLElement {
  const behaviour = { role: 'option', tabindex: '-1', target: '_blank', rel: 'noopener' }
  return createElement('a', { ...behaviour, 'aria-selected': 'false', class: name, href }, children)
}
