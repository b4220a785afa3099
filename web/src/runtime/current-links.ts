import { withoutQuery } from '#shared/addresses/topic-address.ts'
import type { Translations } from '#shared/contracts/page.ts'

/**
 * Updates header and footer, which stay when pages change: marks links to the page that is shown,
 * and points the links to other languages at the same page there. An article names its
 * translations. Other pages exist in every language only if header or footer link to them; a topic
 * leads to its subcategory. All others lead to the home page of the language.
 */
export function markCurrentLinks(path: string, translations: Translations = {}): void {
  const shared = withoutQuery(path)
  let isInFrame = false
  for (const link of document.querySelectorAll<HTMLAnchorElement>('header a, footer a')) {
    const isCurrent = link.getAttribute('href') === path
    if (isCurrent) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
    isInFrame ||= link.getAttribute('href') === shared
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.language-links a')) {
    const translated = translations[link.hreflang] ?? (isInFrame ? shared : '/')
    link.href = new URL(translated, link.href).href
  }
}
