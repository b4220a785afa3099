import type { Page } from '#shared/contracts/page.ts'
import { withoutQuery } from '#shared/text/topic-address.ts'
import { createElement } from '../create-element.ts'

/** What the server marks as the page's own. */
const MARK = 'data-gatsby-head'
/** What it writes for search engines and other sites, who read documents and do not click. */
const OF_DOCUMENT =
  'link[hreflang], meta[property], meta[name^="twitter:"], script[type="application/ld+json"]'

/**
 * Makes the head that of another page: title, description, and either its address or that it is
 * not to be listed. What else was written for the former page goes.
 *
 * @param origin of the site's public address
 */
export function showHead({ seo, path }: Page, origin: string): void {
  const { head } = document
  document.title = seo.title
  for (const node of head.querySelectorAll(`[${MARK}], ${OF_DOCUMENT}`)) {
    if (node.localName !== 'title') node.remove()
  }
  const mark = { [MARK]: 'true' }
  head.append(
    createElement('meta', { name: 'description', content: seo.description, ...mark }),
    seo.noindex
      ? createElement('meta', { name: 'robots', content: 'noindex, follow', ...mark })
      : createElement('link', { rel: 'canonical', href: origin + withoutQuery(path), ...mark }),
  )
}

/** Where the site says that it is, which need not be where this reader reached it. */
export function publicOrigin(): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  return new URL(canonical?.href ?? location.href).origin
}

/** What the page that is shown is called. */
export const pageHeading = (): string =>
  document.querySelector('#gatsby-focus-wrapper h1')?.textContent || document.title
