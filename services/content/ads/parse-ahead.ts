import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Static } from 'typebox'
import type { AdsDocument } from './ads-document.ts'
import { parseAd } from './parse-ad.ts'
import type { AdParser } from './parse-ads.ts'

/** How long others wait for their turn, at most, but for one string. */
const SLICE_MS = 10

/**
 * Parses strings while others have their turns, each different one once: those of a large document
 * take seconds, and no edit should wait for them.
 *
 * @returns a parser that remembers them; any other string it parses when it is asked for it
 */
export async function parseAhead(strings: Iterable<string>): Promise<AdParser> {
  const known = new Map<string, ReturnType<AdParser>>()
  let sliceEnds = performance.now() + SLICE_MS
  for (const html of strings) {
    if (known.has(html)) continue
    known.set(html, parseAd(html))
    if (performance.now() < sliceEnds) continue
    await nextTurn()
    sliceEnds = performance.now() + SLICE_MS
  }
  return (html) => known.get(html) ?? parseAd(html)
}

/** All strings of a document. */
export function* stringsIn({ sapeData }: Static<typeof AdsDocument>): Generator<string> {
  for (const strings of Object.values(sapeData.sapeLinks)) yield* strings
  yield sapeData.sapeNewUrl ?? ''
}
