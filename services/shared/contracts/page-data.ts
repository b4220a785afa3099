import { type Static, Type } from 'typebox'
import type { Page } from './page.ts'
import { PagePath } from './primitives.ts'

/** The JSON of `/page-data/{path}/page-data.json`: Gatsby's fields in Gatsby's order. */
export interface PageData {
  componentChunkName: string
  path: string
  result: { data: Page; pageContext: { kind: Page['kind'] } }
  staticQueryHashes: string[]
  slicesMap: Record<string, string>
}

/** `/page-data/app-data.json`. The hash stands for the code alone, never for the content. */
export const AppData = Type.Object({ webpackCompilationHash: Type.String({ minLength: 1 }) })

/** What every client may rely on, whatever the page kind. */
export const PageDataShape = Type.Object({
  componentChunkName: Type.String({ minLength: 1 }),
  path: PagePath,
  matchPath: Type.Optional(Type.String()),
  result: Type.Object({ data: Type.Unknown(), pageContext: Type.Unknown() }),
  staticQueryHashes: Type.Array(Type.String()),
  slicesMap: Type.Record(Type.String(), Type.String()),
})

export type AppData = Static<typeof AppData>
