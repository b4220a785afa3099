/** Gatsby's slices: the parts around a page's own content, by their alias in page data. */
export const SLICES_MAP = { header: 'header', footer: 'footer' } as const

export const sliceAddress = (name: string) => `/slice-data/${name}.json`

/**
 * The JSON of `/slice-data/{name}.json`, in Gatsby's shape: the component's name. It never changes
 * within a build; what the component shows comes from the static queries that pages name.
 */
export const renderSlice = (name: string) =>
  JSON.stringify({
    componentChunkName: `slice---src-components-${name}-tsx`,
    result: { data: {}, sliceContext: {} },
    staticQueryHashes: [],
  })
