import { etagOf } from '../store/stored-entry.ts'

/** Only this type makes a browser read the file. */
export const SPECULATION_RULES_TYPE = 'application/speculationrules+json'
/** The ending by which web servers know the type. */
export const SPECULATION_RULES_ENDING = 'speculationrules'

/** Links to pages, and not to places on the same one. Once React is there, our runtime looks after them. */
const LINKS = 'html:not([data-hydrated]) a:not([href^="#"])'
/** A search costs more than a page, and files are no pages. */
const NO_PAGES = ['/search', '/*.*']

/**
 * Lets browsers fetch the page of a link that is pointed at or pressed, before the click: without
 * JavaScript, and until React has taken over.
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
/** Named by its bytes, so that a reader fetches it once. */
export const SPECULATION_RULES_PATH = `/assets/links-${hash}.${SPECULATION_RULES_ENDING}`

/** What every HTML document says; a header, because the policy of pages takes no inline script. */
export const SPECULATION_RULES_HEADER = 'speculation-rules'
export const SPECULATION_RULES_VALUE = `"${SPECULATION_RULES_PATH}"`
