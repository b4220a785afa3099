import type { Shell } from '#shared/contracts/site.ts'
import { cutAtWord } from '#shared/text/cut-at-word.ts'
import { escapeHtml } from './escape.ts'
import { ROUTES } from './routes.ts'

export const OPEN_SEARCH_TYPE = 'application/opensearchdescription+xml'

/** Characters of a name, by OpenSearch 1.1. */
const LONGEST_NAME = 16

/**
 * Lets a browser offer the site's search beside its own, as OpenSearch 1.1 has it.
 *
 * @param siteUrl without a slash at its end
 */
export const renderOpenSearch = (
  { site: { title, tagline } }: Pick<Shell, 'site'>,
  siteUrl: string,
): string => `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${escapeHtml(cutAtWord(title, LONGEST_NAME))}</ShortName>
<Description>${escapeHtml(tagline)}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="192" height="192" type="image/png">${siteUrl}/icons/icon-192.png</Image>
<Url type="text/html" template="${siteUrl}/search?q={searchTerms}"/>
<Url type="${OPEN_SEARCH_TYPE}" rel="self" template="${siteUrl}${ROUTES.openSearch}"/>
</OpenSearchDescription>
`
