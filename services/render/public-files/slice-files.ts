/** Parts of every page that stand around its own: by the alias in a page, the name of each. */
export const SLICES_MAP = { header: 'header', footer: 'footer' } as const

export const sliceAddress = (name: string) => `/slice-data/${name}.json`

/**
 * The JSON of `/slice-data/{name}.json`, in Gatsby's shape: which component it is. It is the same for
 * as long as a build is; what the component shows are the static queries that pages name.
 */
export const renderSlice = (name: string) =>
  JSON.stringify({
    componentChunkName: `slice---src-components-${name}-tsx`,
    result: { data: {}, sliceContext: {} },
    staticQueryHashes: [],
  })
