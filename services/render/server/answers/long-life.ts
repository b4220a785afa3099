import type { FastifyRequest } from 'fastify'
import type { Headers } from '#shared/http/security-headers.ts'
import { purgedAddresses } from '../../documents/purged-addresses.ts'
import { surrogateHeaders } from '../../documents/surrogate-keys.ts'
import type { StoredEntry } from '../../store/stored-entry.ts'
import type { EntryCache } from './memory/entry-cache.ts'

/** Which answers caches may keep until they are purged of them; all others they keep briefly. */
export interface LongLife {
  /**
   * Nothing is kept for long, unless this is called every few seconds.
   *
   * @param moment in milliseconds of `performance.now()`
   */
  keepUntil(moment: number): void
  /** Whether an answer made from this entry may be kept for long where it is purged. */
  isLong(entry: StoredEntry): boolean
  /** Headers by which caches are purged of it; `undefined` where it is not purged at this address. */
  keysAt(address: string, entry: StoredEntry): Headers | undefined
  /** The same for an answer to this request, if it may be kept for long. */
  keysFor(request: Pick<FastifyRequest, 'url'>, entry: StoredEntry): Headers | undefined
}

/**
 * What is kept for long must be purged later. So the worker must have said lately that it purges; the
 * address must be one of those at which it does; and the entry must be one that the store has, which
 * is thus on record: no change could reach another one.
 *
 * @param now milliseconds of the clock of `keepUntil`
 */
export function createLongLife(
  pages: Pick<EntryCache, 'isConfirmed'>,
  siteUrl: string,
  now: () => number = () => performance.now(),
): LongLife {
  let until = Number.NEGATIVE_INFINITY
  const isLong = (entry: StoredEntry) => now() < until && pages.isConfirmed(entry)
  const keysAt = (address: string, { path }: StoredEntry) =>
    purgedAddresses(path).includes(address) ? surrogateHeaders(siteUrl, path) : undefined
  return {
    keepUntil(moment) {
      until = moment
    },
    isLong,
    keysAt,
    keysFor: ({ url }, entry) => (isLong(entry) ? keysAt(url, entry) : undefined),
  }
}
