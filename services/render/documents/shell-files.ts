import type { Shell, SiteData } from '#shared/contracts/site.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import { renderLlms } from './llms-txt.ts'
import { renderOpenSearch } from './open-search.ts'
import { ROUTES } from './routes.ts'
import { renderSecurityTxt } from './security-txt.ts'

/** Not a public address: the path under which the files that all pages share are stored. */
export const SHELL_PATH = '/shell.json'

/** The shell itself, for pages that are rendered per request. */
export const SHELL_BODY = 'shell'
const LLMS_BODY = 'llms'
const MANIFEST_BODY = 'manifest'
const OPEN_SEARCH_BODY = 'opensearch'
const SECURITY_BODY = 'security'

/** The public address of each body of the shell, which is the template of its route too. */
export const SHELL_FILES = [
  { name: LLMS_BODY, address: ROUTES.llms, route: ROUTES.llms },
  { name: MANIFEST_BODY, address: ROUTES.manifest, route: ROUTES.manifest },
  { name: OPEN_SEARCH_BODY, address: ROUTES.openSearch, route: ROUTES.openSearch },
  { name: SECURITY_BODY, address: ROUTES.security, route: ROUTES.security },
]

/** The public address of a body of the shell; `undefined` when it is internal. */
export const shellAddress = (bodyName: string) => SHELL_FILES.find(({ name }) => name === bodyName)

/** The body of the shell that is served at an address. */
export const shellBodyAt = (served: string) =>
  SHELL_FILES.find(({ address }) => address === served)?.name

interface ShellDocument {
  text: string
  contentType: string
}

/**
 * The documents that are made from the shell alone, by body name: the shell itself, and files for
 * devices, browsers, language models and finders of a weakness.
 *
 * @param siteUrl without a slash at its end
 */
export function shellDocuments(shell: Shell, siteUrl: string): Record<string, ShellDocument> {
  const security = renderSecurityTxt(shell, siteUrl)
  return {
    [SHELL_BODY]: { text: JSON.stringify(shell), contentType: 'application/json; charset=utf-8' },
    [MANIFEST_BODY]: {
      text: JSON.stringify(webManifest(shell.site)),
      contentType: 'application/manifest+json',
    },
    // Browsers know it by the link that leads to it, and nginx knows files by their endings.
    [OPEN_SEARCH_BODY]: { text: renderOpenSearch(shell, siteUrl), contentType: XML },
    [LLMS_BODY]: { text: renderLlms(shell, siteUrl), contentType: PLAIN_TEXT },
    ...(security !== undefined && { [SECURITY_BODY]: { text: security, contentType: PLAIN_TEXT } }),
  }
}

const PLAIN_TEXT = 'text/plain; charset=utf-8'
const XML = 'application/xml; charset=utf-8'

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** What a device needs to install the site as an app. */
const webManifest = ({ title, tagline, locale }: SiteData) => ({
  name: title,
  short_name: title,
  description: tagline,
  lang: languageTag(locale),
  dir: 'ltr',
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'minimal-ui',
  background_color: '#ffffff',
  theme_color: '#0d4a38',
  icons: [icon('icon', 192, 'any'), icon('icon', 512, 'any'), icon('maskable', 512, 'maskable')],
})
