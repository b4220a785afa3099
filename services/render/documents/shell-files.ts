import type { Shell } from '#shared/contracts/site.ts'
import { renderLlms } from './llms-txt.ts'
import { ROUTES } from './routes.ts'
import { webManifest } from './web-manifest.ts'

/** Not a public address: the path under which the files that all pages share are stored. */
export const SHELL_PATH = '/shell.json'

/** The shell itself, for pages that are rendered per request. */
export const SHELL_BODY = 'shell'
const LLMS_BODY = 'llms'
const MANIFEST_BODY = 'manifest'

/** The public address of each body of the shell, which is the template of its route too. */
const ADDRESSES = [
  { name: LLMS_BODY, address: ROUTES.llms, route: ROUTES.llms },
  { name: MANIFEST_BODY, address: ROUTES.manifest, route: ROUTES.manifest },
]

/** The public address of a body of the shell; `undefined` when it is internal. */
export const shellAddress = (bodyName: string) => ADDRESSES.find(({ name }) => name === bodyName)

/** The body of the shell that is served at an address. */
export const shellBodyAt = (served: string) =>
  ADDRESSES.find(({ address }) => address === served)?.name

interface ShellDocument {
  text: string
  contentType: string
}

/**
 * The documents that are made from the shell alone, by body name: the shell itself, and files for
 * devices and language models.
 *
 * @param siteUrl without a slash at its end
 */
export const shellDocuments = (shell: Shell, siteUrl: string): Record<string, ShellDocument> => ({
  [SHELL_BODY]: { text: JSON.stringify(shell), contentType: 'application/json; charset=utf-8' },
  [MANIFEST_BODY]: {
    text: JSON.stringify(webManifest(shell.site)),
    contentType: 'application/manifest+json',
  },
  [LLMS_BODY]: { text: renderLlms(shell, siteUrl), contentType: 'text/plain; charset=utf-8' },
})
