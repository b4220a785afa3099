import type { Page } from './page.ts'

/** The JSON of `/page-data/{path}/page-data.json`: Gatsby's fields in Gatsby's order. */
export interface PageData {
  componentChunkName: string
  path: string
  result: { data: Page; pageContext: { kind: Page['kind'] } }
  staticQueryHashes: string[]
  slicesMap: Record<string, string>
}
