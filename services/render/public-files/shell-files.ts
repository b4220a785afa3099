import type { Shell } from '#shared/contracts/site.ts'
import { SLICES, STATIC_QUERIES } from '../pages/page-data.ts'

/** Not an address: the name under which the files that every page shares are stored together. */
export const SHELL_PATH = '/shell.json'

export const STATIC_QUERY_BODY = (hash: string) => `sq-${hash}`
export const SLICE_BODY = (name: string) => `slice-${name}`
/** The shell itself, for pages that are rendered per request. */
export const SHELL_BODY = 'shell'

/** Answers of static queries and slices in Gatsby's shapes, by the names of their bodies. */
export function shellDocuments(shell: Shell): Record<string, string> {
  const staticQueryHashes = Object.values(STATIC_QUERIES)
  const slices = SLICES.map((name) => [
    SLICE_BODY(name),
    {
      componentChunkName: `slice---src-components-${name}-tsx`,
      result: { data: shell, sliceContext: {} },
      staticQueryHashes,
    },
  ])
  const documents = {
    [SHELL_BODY]: shell,
    [STATIC_QUERY_BODY(STATIC_QUERIES.site)]: { data: { site: shell.site, year: shell.year } },
    [STATIC_QUERY_BODY(STATIC_QUERIES.menu)]: { data: { menu: shell.menu } },
    ...Object.fromEntries(slices),
  }
  return Object.fromEntries(
    Object.entries(documents).map(([name, value]) => [name, JSON.stringify(value)]),
  )
}
