import { etagOf } from '../store/stored-entry.ts'

/** Browsers accept the file only with this type. */
export const SPECULATION_RULES_TYPE = 'application/speculationrules+json'
/** The file's ending, by which web servers choose the type. */
export const SPECULATION_RULES_ENDING = 'speculationrules'

/** Links to other pages, not within the same one. Once React runs, our client code prefetches. */
const LINKS = 'html:not([data-hydrated]) a:not([href^="#"])'
/** Not prefetched: a search costs more than a page, and files are not pages. */
const NO_PAGES = ['/search', '/*.*']

/**
 * Lets browsers prefetch a link's page before the click, when the reader points at it or presses
 * it: without JavaScript, and until React has started.
 */
export const SPECULATION_RULES = JSON.stringify({
  prefetch: [
    {
      source: 'document',
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: NO_PAGES } },
          { selector_matches: LINKS },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})

const hash = etagOf(Buffer.from(SPECULATION_RULES))
  .replace(/[^A-Za-z0-9]/g, '')
  .slice(0, 8)
/** Named by a hash of its bytes, so that browsers fetch it only once. */
export const SPECULATION_RULES_PATH = `/assets/links-${hash}.${SPECULATION_RULES_ENDING}`

/** Sent with every HTML document. A header, because the policy of pages allows no inline script. */
export const SPECULATION_RULES_HEADER = 'speculation-rules'
export const SPECULATION_RULES_VALUE = `"${SPECULATION_RULES_PATH}"`
