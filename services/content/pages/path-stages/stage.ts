import type { PathList } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { Reader } from '../../database/reader.ts'

/** A path, and where among those of its stage it stands. */
export interface Listed {
  path: PagePath
  status: PathList['paths'][number]['status']
  key: string
}

/** Some of the paths, in an order of their own. */
export interface Stage {
  /** What its keys look like. */
  key: RegExp
  /** Those after a key, at most `limit`. */
  list(db: Reader, after: string | undefined, limit: number): Promise<Listed[]>
}

/** A key that is a path, behind the number of its group where there are groups. */
export const PATH_KEY = /^[0-9]*\/[\x21-\x7e]*$/
