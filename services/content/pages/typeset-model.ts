import type { Locale } from '#shared/contracts/primitives.ts'
import { typeset } from '#shared/text/typeset.ts'

/** What readers see of a model, by its name; text that the renderer of Markdown made is set already. */
const SEEN = new Set([
  ...['title', 'description', 'tagline', 'disclaimer', 'label', 'summary'],
  ...['definition', 'term', 'takeaways'],
])
/** The content node says what was written. */
const AS_WRITTEN = new Set(['frontmatter', 'headings'])

/** The same page, feed or frame with its titles, descriptions and other lines set as the language wants it. */
export function typesetModel<T>(model: T, locale: Locale): T {
  // The shape stays as it is: texts become texts.
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
