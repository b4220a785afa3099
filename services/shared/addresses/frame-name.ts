import type { PageData } from '#shared/contracts/page-data.ts'

/** What page data says of the header and footer around a page. */
export type FrameParts = Pick<PageData, 'slicesMap' | 'staticQueryHashes'>

/** Equal for pages with the same header and footer; empty where nothing is said of them. */
export const frameName = ({ slicesMap, staticQueryHashes }: FrameParts): string =>
  [...Object.values(slicesMap), ...staticQueryHashes].join(' ')
