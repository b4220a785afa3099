import type { ContentClient } from '#shared/clients/content-client.ts'
import { type AddressLookup, MAX_LOOKUPS } from '#shared/contracts/page-model.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { inTime, withoutDeadline } from '#shared/deadline.ts'
import { SiteError } from '#shared/errors.ts'

/** Less than a reader waits, so that those who asked later still have some time. */
const LOOKUP_MS = 2_000

type Asking = PromiseWithResolvers<AddressLookup>

/**
 * Asks content whether there can be anything at an address. While an answer is under way, whoever
 * asks is gathered, and the next question is for all of them: the more ask, the less each costs.
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
      const lookups = await inTime({ ms: LOOKUP_MS, work: () => content.lookUp(paths) })
      for (const [at, [path, { resolve }]] of batch.entries()) {
        const lookup = lookups[at]
        if (!lookup) throw new SiteError('unavailable', `Content left out ${path}`)
        resolve(lookup)
      }
    } catch (error) {
      // Content of a version before this one cannot be asked so: it is asked for the page.
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
    // It goes on for others when whoever began it has gone.
    if (!isAsking) withoutDeadline(askOn)
    return asking.promise
  }
}
