import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { IndexingSwitch } from '#shared/http/indexing.ts'
import { type HstsScope, RESOURCE_POLICY, securityHeaders } from '#shared/http/security-headers.ts'
import { SPECULATION_RULES_VALUE } from '../../documents/speculation-rules.ts'
import type { AllOrNone } from '../write-files.ts'
import { ExportError } from './export-error.ts'
import { quoteNginx } from './nginx-quote.ts'

const TEMPLATE = path.join(import.meta.dirname, 'site.conf.template')

export interface NginxSite {
  /** Where nginx will find the export. */
  folder: string
  siteUrl: string
  indexing: IndexingSwitch
  hsts: HstsScope
  locale: Locale
  /** Lines of all maps together. */
  mapEntries: number
  /** With `none`, nginx compresses each answer. */
  compressed: AllOrNone
}

/**
 * A server block that answers like the render service: `site.conf.template`, in which `${NAME}`
 * stands for a value of this site. Variables named `$site_…` there get the locale into their names,
 * so that sites in several languages fit into one nginx.
 *
 * @throws {ExportError} when the folder's name has a character with a meaning for nginx
 */
export function renderNginxSite(site: NginxSite): string {
  const { folder, siteUrl, indexing, hsts, locale, mapEntries, compressed } = site
  if (!/^[^\p{Cc}"'\\$;{}]+$/u.test(folder)) {
    throw new ExportError(`nginx cannot name the folder ${JSON.stringify(folder)}. Choose another.`)
  }
  const headers = Object.entries(securityHeaders(siteUrl, hsts))
    // The only one that depends on the address; the template has a map for it.
    .filter(([name]) => name !== RESOURCE_POLICY)
    .map(([name, value]) => `add_header ${name} ${quoteNginx(value)} always;`)
  const values: Readonly<Record<string, string>> = {
    SITE_URL: siteUrl,
    SERVER_NAME: new URL(siteUrl).hostname,
    FOLDER: folder,
    // Large enough for nginx to build its hash table at the first attempt.
    MAP_HASH_SIZE: String(2048 + 2 * mapEntries),
    GZIP: compressed === 'all' ? 'off' : 'on',
    ROBOTS: indexing === 'on' ? '' : 'noindex',
    SECURITY_HEADERS: headers.join('\n  '),
    SPECULATION_RULES: quoteNginx(SPECULATION_RULES_VALUE),
  }
  return readFileSync(TEMPLATE, 'utf8')
    .replaceAll('$site_', `$finlore_${locale.toLowerCase()}_`)
    .replace(/\$\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
}
