import type { Locale } from '#shared/contracts/primitives.ts'
import { buildAtOnce } from './build-segment.ts'
import { createLayer, type Layer } from './layers.ts'
import { titlesOf } from './titles-of-layers.ts'

/** Layers with more titles than this are not merged in this thread. */
const MAX_TITLES_AT_ONCE = 60

/**
 * Adds a layer, and merges the last two while the last one is at least half as large as the one
 * before: so there are few layers, and each title is rebuilt only a few times. Large layers wait
 * for the worker thread.
 *
 * @param fixed how many of the first layers are left as they are
 */
export function addLayer(
  layers: readonly Layer[],
  added: Layer,
  fixed: number,
  locale: Locale,
): readonly Layer[] {
  const next = [...layers, added]
  for (;;) {
    const [one, other] = next.slice(Math.max(fixed, next.length - 2))
    if (!one || !other || other.size * 2 < one.size) break
    if (one.size + other.size > MAX_TITLES_AT_ONCE) break
    const titles = [...titlesOf([one, other])]
    next.splice(-2, 2, createLayer(buildAtOnce(titles, locale)))
  }
  return next
}
