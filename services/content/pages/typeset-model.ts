import type { Locale } from '#shared/contracts/primitives.ts'
import { typeset } from '#shared/text/typeset.ts'

/** Fields that readers see. Article text is not among them: its renderer has typeset it. */
const SEEN = new Set([
  ...['title', 'description', 'tagline', 'disclaimer', 'label', 'summary'],
  ...['definition', 'term', 'takeaways'],
])
/** The content node keeps what editors wrote. */
const AS_WRITTEN = new Set(['frontmatter', 'headings'])

/** A copy of a page, feed or shell whose texts for readers are typeset for the language. */
export function typesetModel<T>(model: T, locale: Locale): T {
  // Only the content of strings changes, so the result has the type of the argument.
  return setWithin(model, locale, false) as T
}

function setWithin(value: unknown, locale: Locale, isSeen: boolean): unknown {
  if (typeof value === 'string') return isSeen ? typeset(value, locale) : value
  if (Array.isArray(value)) return value.map((item) => setWithin(item, locale, isSeen))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      AS_WRITTEN.has(key) ? part : setWithin(part, locale, SEEN.has(key)),
    ]),
  )
}
