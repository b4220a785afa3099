import { Type } from 'typebox'
import { PagePath } from '../../../services/shared/contracts/primitives.ts'

/** `/page-data/app-data.json`. The hash stands for the code alone, never for the content. */
export const AppData = Type.Object({
  webpackCompilationHash: Type.String({ minLength: 1 }),
  pageDataContract: Type.String({ minLength: 1 }),
})

/** What every client may rely on, whatever the page kind. */
export const PageDataShape = Type.Object({
  componentChunkName: Type.String({ minLength: 1 }),
  path: PagePath,
  matchPath: Type.Optional(Type.String()),
  result: Type.Object({ data: Type.Unknown(), pageContext: Type.Unknown() }),
  staticQueryHashes: Type.Array(Type.String()),
  slicesMap: Type.Record(Type.String(), Type.String()),
})
