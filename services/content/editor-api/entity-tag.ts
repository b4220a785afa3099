import type { Revision } from '#shared/contracts/primitives.ts'
import { SiteError } from '#shared/errors.ts'

export const entityTag = (revision: Revision) => `"r${revision}"`

/**
 * Refuses an edit of an article that has changed since its editor read it.
 *
 * @param ifMatch the header: a list of entity tags, `*` for any existing article, or absent
 * @param current the revision that last changed the article; `undefined` when it does not exist
 * @throws {SiteError} `precondition-failed`
 */
export function requireMatch(ifMatch: string | undefined, current: Revision | undefined): void {
  if (ifMatch === undefined) return
  if (current === undefined) {
    throw new SiteError('precondition-failed', 'There is no article at this address to replace')
  }
  const tags = ifMatch.split(',').map((tag) => tag.trim())
  if (tags.includes('*') || tags.includes(entityTag(current))) return
  throw new SiteError(
    'precondition-failed',
    `Somebody changed this article since you read it: it is now ${entityTag(current)}. Read it again, then repeat your edit`,
  )
}
