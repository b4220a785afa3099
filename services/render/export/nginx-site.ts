import type { Locale } from '#shared/contracts/primitives.ts'
import type { IndexingSwitch } from '#shared/http/indexing.ts'
import { RESOURCE_POLICY, securityHeaders } from '#shared/http/security-headers.ts'
import { ExportError } from './export-error.ts'
import { nginxLocations } from './nginx-locations.ts'
import { NGINX } from './nginx-maps.ts'
import { nginxNames } from './nginx-names.ts'
import { nginxServer } from './nginx-server.ts'
import { nginxVariables } from './nginx-variables.ts'

export interface NginxSite {
  /** Where nginx will find the export. */
  folder: string
  siteUrl: string
  indexing: IndexingSwitch
  locale: Locale
  /** Lines of all maps together. */
  mapEntries: number
}

/**
 * A server block that answers as the render service does. What nginx cannot do is said in it.
 *
 * @throws {ExportError} when the folder's name has a character that nginx takes for its own
 */
export function renderNginxSite(site: NginxSite): string {
  const { folder, siteUrl, indexing, locale, mapEntries } = site
  if (!/^[^\p{Cc}"'\\$;{}]+$/u.test(folder)) {
    throw new ExportError(`nginx cannot name the folder ${JSON.stringify(folder)}. Choose another.`)
  }
  const names = nginxNames(folder, locale)
  const { [RESOURCE_POLICY]: resourcePolicy = '', ...headers } = securityHeaders(siteUrl)
  return `# ${siteUrl} as static files. Include this in the http block of nginx 1.13 or newer:
#
#   include ${folder}/${NGINX}/site.conf;
#
# It answers as the render service does, but for these:
#  - An address with capitals is not found, where the service redirects to lower case: nginx cannot.
#  - Entity tags are made of a file's size and time, so copy the files with their times.
#  - A former picture of an article is not found, where the service redirects to the present one.
#  - There is no page-data-rsc.json, which our own scripts do not ask for.
#  - No scripts of other sites are passed on at /__third-party-proxy.
#  - Search: /search shows its page before anything is typed. Answers need the search service and
#    the render service; see the end of this file.

${nginxVariables(names, { mapEntries, resourcePolicy, indexing })}

${nginxServer(names, { siteUrl, headers })}

${nginxLocations(names)}
}
`
}
