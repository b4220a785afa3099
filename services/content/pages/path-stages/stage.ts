import type { PathList } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { Reader } from '../../database/reader.ts'

/** A path with its key in the order of its stage. */
export interface Listed {
  path: PagePath
  status: PathList['paths'][number]['status']
  key: string
}

/** A part of all paths, in an order of its own. */
export interface Stage {
  /** Matches the keys of this stage. */
  key: RegExp
  /** The paths after a key, at most `limit`. */
  list(db: Reader, after: string | undefined, limit: number): Promise<Listed[]>
}

/** A key that is a path, preceded by the number of its group if the stage has groups. */
export const PATH_KEY = /^[0-9]*\/[\x21-\x7e]*$/
