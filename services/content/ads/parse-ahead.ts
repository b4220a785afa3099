import type { Static } from 'typebox'
import { isLarge, parseAdsInThread } from '../parsing/parse-in-thread.ts'
import type { AdsDocument } from './ads-document.ts'
import { parseAd } from './parse-ad.ts'
import type { AdParser } from './parse-ads.ts'

/** UTF-16 units that the thread reads at once, but for one string: others wait for their turn. */
const PART = 64 * 1024

/**
 * Parses strings before an edit begins, each different one once: those of a large document take
 * seconds, and neither other edits nor the thread that serves should wait for them.
 *
 * @returns a parser that remembers them; any other string it parses when it is asked for it
 */
export async function parseAhead(strings: Iterable<string>): Promise<AdParser> {
  const different = [...new Set(strings)]
  if (!isLarge(different.reduce((units, { length }) => units + length, 0))) return parseAd
  const known = new Map<string, ReturnType<AdParser>>()
  for (const part of inParts(different)) {
    for (const [place, ad] of (await parseAdsInThread(part)).entries()) {
      known.set(part[place] ?? '', ad)
    }
  }
  return (html) => known.get(html) ?? parseAd(html)
}

function* inParts(strings: readonly string[]): Generator<string[]> {
  let part: string[] = []
  let units = 0
  for (const html of strings) {
    part.push(html)
    units += html.length
    if (units < PART) continue
    yield part
    part = []
    units = 0
  }
  if (part.length > 0) yield part
}

/** All strings of a document. */
export function* stringsIn({ sapeData }: Static<typeof AdsDocument>): Generator<string> {
  for (const strings of Object.values(sapeData.sapeLinks)) yield* strings
  yield sapeData.sapeNewUrl ?? ''
}
