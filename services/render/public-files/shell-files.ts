import type { Shell } from '#shared/contracts/site.ts'
import { SLICES, STATIC_QUERIES } from '../pages/page-data.ts'
import { ROUTES } from '../routes.ts'
import { renderLlms } from './llms-txt.ts'
import { webManifest } from './web-manifest.ts'

/** Not an address: the name under which the files that every page shares are stored together. */
export const SHELL_PATH = '/shell.json'

export const STATIC_QUERY_BODY = (hash: string) => `sq-${hash}`
export const SLICE_BODY = (name: string) => `slice-${name}`
/** The shell itself, for pages that are rendered per request. */
export const SHELL_BODY = 'shell'
const LLMS_BODY = 'llms'
const MANIFEST_BODY = 'manifest'

interface Place {
  address: string
  /** The template of the route there. */
  route: string
}

/** Where each body of the shell is served. */
const PLACES: ReadonlyMap<string, Place> = new Map([
  ...Object.values(STATIC_QUERIES).map((hash): [string, Place] => [
    STATIC_QUERY_BODY(hash),
    { address: `/page-data/sq/d/${hash}.json`, route: ROUTES.staticQuery },
  ]),
  ...SLICES.map((name): [string, Place] => [
    SLICE_BODY(name),
    { address: `/slice-data/${name}.json`, route: ROUTES.slice },
  ]),
  [LLMS_BODY, { address: ROUTES.llms, route: ROUTES.llms }],
  [MANIFEST_BODY, { address: ROUTES.manifest, route: ROUTES.manifest }],
])
const BODIES = new Map([...PLACES].map(([name, { address }]) => [address, name]))

/** Where a body of the shell is served; `undefined` when it is not for readers. */
export const shellAddress = (bodyName: string) => PLACES.get(bodyName)

/** The body of the shell that is served at an address. */
export const shellBodyAt = (address: string) => BODIES.get(address)

export interface ShellDocument {
  text: string
  contentType: string
}

/**
 * Everything that is made of the shell alone, by the names of the bodies: answers of static queries
 * and slices in Gatsby's shapes, and files for devices and language models.
 *
 * @param siteUrl without a slash at its end
 */
export function shellDocuments(shell: Shell, siteUrl: string): Record<string, ShellDocument> {
  const staticQueryHashes = Object.values(STATIC_QUERIES)
  const slices = SLICES.map((name) => [
    SLICE_BODY(name),
    {
      componentChunkName: `slice---src-components-${name}-tsx`,
      result: { data: shell, sliceContext: {} },
      staticQueryHashes,
    },
  ])
  const data = {
    [SHELL_BODY]: shell,
    [STATIC_QUERY_BODY(STATIC_QUERIES.site)]: { data: { site: shell.site, year: shell.year } },
    [STATIC_QUERY_BODY(STATIC_QUERIES.menu)]: { data: { menu: shell.menu } },
    ...Object.fromEntries(slices),
  }
  const json = (value: unknown, contentType: string): ShellDocument => ({
    text: JSON.stringify(value),
    contentType,
  })
  return {
    ...Object.fromEntries(
      Object.entries(data).map(([name, value]) => [
        name,
        json(value, 'application/json; charset=utf-8'),
      ]),
    ),
    [MANIFEST_BODY]: json(webManifest(shell.site), 'application/manifest+json'),
    [LLMS_BODY]: { text: renderLlms(shell, siteUrl), contentType: 'text/plain; charset=utf-8' },
  }
}
