import type { FrameParts } from '#shared/addresses/frame-name.ts'
import { fieldOf } from '../browser/field-of.ts'
import { sliceAddress, staticQueryAddress } from './addresses.ts'
import { createSharedLoader } from './load-shared.ts'
import type { Fetch } from './request-json.ts'
import type { NewFrame, ShownFrame } from './shown-frame.ts'

/**
 * @returns a function that loads what a header and footer are made of, and prepares them. It
 *   resolves to `undefined` where the document shows them already, as it does for most pages, and
 *   rejects when something cannot be loaded or is of another build.
 */
export function createFrameLoader(fetch: Fetch, shown: Pick<ShownFrame, 'isShown' | 'make'>) {
  const loadSlices = createSharedLoader(fetch, sliceAddress, 'staticQueryHashes')
  const loadStaticQueries = createSharedLoader(fetch, staticQueryAddress, 'data')

  return async (parts: FrameParts): Promise<NewFrame | undefined> => {
    if (shown.isShown(parts)) return undefined
    const [slices, pageQueries] = await Promise.all([
      loadSlices(Object.values(parts.slicesMap)),
      loadStaticQueries(parts.staticQueryHashes),
    ])
    const sliceQueries = await loadStaticQueries([...slices.values()].flatMap(staticQueriesOf))
    return shown.make(parts, slices, new Map([...pageQueries, ...sliceQueries]))
  }
}

const staticQueriesOf = (slice: unknown): string[] => {
  const hashes = fieldOf(slice, 'staticQueryHashes')
  return Array.isArray(hashes) ? hashes.map(String) : []
}
