import type { Caching } from '../pages/caching.ts'
import type { ServedBody } from '../pages/served-body.ts'

/** A file as it is sent. */
export interface PublicFile {
  body: ServedBody
  caching: Caching
  /** The template of the route that serves it. */
  route: string
}
