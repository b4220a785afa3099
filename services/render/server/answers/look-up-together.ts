import type { ContentClient } from '#shared/clients/content-client.ts'
import { type AddressLookup, MAX_LOOKUPS } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { withDeadline, withoutDeadline } from '#shared/deadline.ts'
import { SiteError } from '#shared/errors.ts'

/** Less than a reader waits, so that paths in the next request still have some time. */
const LOOKUP_MS = 2_000

type Asking = PromiseWithResolvers<AddressLookup>

/**
 * Asks content whether there can be a page at a path. Paths that come while a request is under way
 * are asked in one batch by the next request: under load, each lookup costs less.
 */
export function createLookups(content: Pick<ContentClient, 'lookUp'>) {
  const gathered = new Map<PagePath, Asking>()
  let isAsking = false

  async function askOn(): Promise<void> {
    isAsking = true
    while (gathered.size > 0) {
      const batch = [...gathered].slice(0, MAX_LOOKUPS)
      for (const [path] of batch) gathered.delete(path)
      await ask(batch)
    }
    isAsking = false
  }

  async function ask(batch: readonly (readonly [PagePath, Asking])[]): Promise<void> {
    try {
      const paths = batch.map(([path]) => path)
      const lookups = await withDeadline({ ms: LOOKUP_MS, work: () => content.lookUp(paths) })
      for (const [at, [path, { resolve }]] of batch.entries()) {
        const lookup = lookups[at]
        if (!lookup) throw new SiteError('unavailable', `Content did not answer ${path}`)
        resolve(lookup)
      }
    } catch (error) {
      // An earlier version of content cannot tell: it is asked for the page itself.
      const isOlder = error instanceof SiteError && error.code === 'not-found'
      for (const [, asking] of batch) {
        if (isOlder) asking.resolve({ known: true })
        else asking.reject(error)
      }
    }
  }

  return (path: PagePath): Promise<AddressLookup> => {
    const asking = gathered.get(path) ?? Promise.withResolvers<AddressLookup>()
    gathered.set(path, asking)
    // Without the deadline of the request that happened to start the loop: it serves others too.
    if (!isAsking) withoutDeadline(askOn)
    return asking.promise
  }
}
