import type { Revision } from '#shared/contracts/primitives.ts'

/** Says what an answer was made from, for a person who wonders why a page is as it is. */
export const PAGE_HEADER = 'x-page'

/**
 * Where the entry of an answer was found: in memory, in the page store, or nowhere, so that it was made
 * for this request. An error page is of no entry.
 */
type Layer = 'memory' | 'store' | 'made' | 'error'

export interface PageOrigin {
  /** Of the content that the page shows; `undefined` where it shows none. */
  revision?: Revision | undefined
  build: string
  layer: Layer
  /** Milliseconds since the copy was last known to be what the store has; `undefined`: unknown. */
  ageMs?: number | undefined
}

/** The value of the header, written as RFC 9651 has it: `revision=12, build="4f…", layer=memory, age=3`. */
export const pageHeader = ({ revision, build, layer, ageMs }: PageOrigin): string =>
  [
    ...(revision === undefined ? [] : [`revision=${revision}`]),
    `build="${build}"`,
    `layer=${layer}`,
    ...(ageMs === undefined || !Number.isFinite(ageMs)
      ? []
      : [`age=${Math.max(0, Math.floor(ageMs / 1_000))}`]),
  ].join(', ')
