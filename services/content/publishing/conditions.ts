import { SiteError } from '#shared/errors.ts'
import type { SiteEdition } from '../editions/site-edition.ts'
import { namesTag } from './names-tag.ts'

/** Headers: each a list of entity tags, `*` for any existing article, or absent. */
export interface Conditions {
  'if-match'?: string
  'if-none-match'?: string
  /** Such an edit replaces nothing, and so needs no condition. */
  dryRun?: boolean | undefined
}

/**
 * Says whether an edit may be made of an article as it is now. Every edit has to say which text it is
 * about, so that none replaces a text that its editor has not seen.
 *
 * @param current its tag; `undefined` when there is no article
 * @returns the reason to refuse it
 */
export function conditionRefusal(
  { 'if-match': wanted, 'if-none-match': unwanted, dryRun = false }: Conditions,
  current: string | undefined,
): SiteError | undefined {
  const refuse = (message: string) => new SiteError('precondition-failed', message)
  if (wanted === undefined && unwanted === undefined && !dryRun) {
    return new SiteError(
      'precondition-required',
      current === undefined
        ? 'Send "If-None-Match: *" with a new article, so that it never replaces another one'
        : 'Send "If-Match" with the ETag of the text that you have read, so that you replace nothing that you have not seen: GET answers it',
    )
  }
  if (wanted !== undefined) {
    if (current === undefined) {
      return refuse(
        'There is no article at this address to replace: send "If-None-Match: *" with a new one. If one was withdrawn here, PATCH with {"withdrawn": false} brings it back',
      )
    }
    if (!namesTag(wanted, current)) {
      return refuse(
        `Somebody changed this article since you read it: its ETag is now ${current}. Read it again, then repeat your edit`,
      )
    }
  }
  if (unwanted !== undefined && current !== undefined && namesTag(unwanted, current)) {
    return refuse(
      'There is an article at this address already, and it stays: choose another address for a new one',
    )
  }
  return undefined
}

/**
 * The same of a file of the site.
 *
 * @param current the edition that is stored, with its tag; `undefined` where there is no such file
 */
export function siteFileRefusal(
  { 'if-match': wanted, 'if-none-match': unwanted, dryRun = false }: Conditions,
  file: string,
  current: (Pick<SiteEdition, 'number' | 'made_by'> & { tag: string }) | undefined,
): SiteError | undefined {
  if (wanted === undefined && unwanted === undefined && !dryRun) {
    return new SiteError(
      'precondition-required',
      current
        ? `Send "If-Match" with the ETag of ${file} as you have read it: GET answers it`
        : `Send "If-None-Match: *" with a new file, such as ${file}`,
    )
  }
  const refuse = (message: string) => new SiteError('precondition-failed', message)
  if (wanted !== undefined && !current) return refuse(`There is no ${file} to replace`)
  if (wanted !== undefined && current && !namesTag(wanted, current.tag)) {
    const by = current.made_by === null ? '' : ` by ${current.made_by}`
    return refuse(
      `Somebody changed ${file} since you read it: it is edition ${current.number}${by} now, with the ETag ${current.tag}. Read it again, then repeat your edit`,
    )
  }
  if (unwanted !== undefined && current && namesTag(unwanted, current.tag)) {
    return refuse(`There is ${file} already: send "If-Match" with its ETag to replace it`)
  }
  return undefined
}
