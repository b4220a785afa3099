import { withoutQuery } from '#shared/addresses/topic-address.ts'
import type { Page } from '#shared/contracts/page.ts'
import { createElement } from '../browser/create-element.ts'

/** The attribute by which the server marks the elements of the page itself. */
const MARK = 'data-gatsby-head'
/** Elements for search engines and other sites, which read documents and never click. */
const FOR_CRAWLERS =
  'link[hreflang], meta[property], meta[name^="twitter:"], script[type="application/ld+json"]'

/**
 * Changes the head to that of another page: title, description, and either its canonical address or
 * that it must not be indexed. Other elements of the former page are removed.
 *
 * @param origin of the site's public address
 */
export function showHead({ seo, path }: Page, origin: string): void {
  const { head } = document
  document.title = seo.title
  for (const node of head.querySelectorAll(`[${MARK}], ${FOR_CRAWLERS}`)) {
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

/** The origin of the site's public address; the reader may have come by another one. */
export function publicOrigin(): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  return new URL(canonical?.href ?? location.href).origin
}

/** The heading of the page that is shown. */
export const pageHeading = (): string =>
  document.querySelector('#gatsby-focus-wrapper h1')?.textContent || document.title
