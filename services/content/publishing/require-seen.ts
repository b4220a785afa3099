import { SiteError } from '#shared/errors.ts'
import { namesTag } from './names-tag.ts'

/**
 * @param tag of what is stored
 * @throws {SiteError} unless the request names it as it is stored
 */
export function requireSeen(
  { 'if-match': wanted }: { 'if-match'?: string },
  tag: string,
  what: 'draft' | 'release',
): void {
  if (wanted === undefined) {
    throw new SiteError(
      'precondition-required',
      `Send "If-Match" with the ETag of the ${what} that you have read: GET answers it`,
    )
  }
  if (!namesTag(wanted, tag)) changedMeanwhile(what)
}

export function changedMeanwhile(what: 'draft' | 'release'): never {
  throw new SiteError(
    'precondition-failed',
    `Somebody changed this ${what} since you read it: read it again, then repeat your request`,
  )
}
