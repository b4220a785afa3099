import type { Caching } from './caching.ts'
import type { ServedBody } from './served-body.ts'

/** A file as it is sent. */
export interface PublicFile {
  body: ServedBody
  caching: Caching
  /** The template of the route that serves it. */
  route: string
}
