import type { AdsDocument } from '../ads/ads-document.ts'
import { parseAd } from '../ads/parse-ad.ts'
import type { AdParser } from '../ads/parse-ads.ts'
import { type Asker, isLarge, parseAdsInProcess } from './parse-in-process.ts'

/** The most UTF-16 units of one job, so that other jobs get a turn; one string may be longer. */
const UNITS_PER_JOB = 64 * 1024

/**
 * Parses strings before an edit begins, each different one once. A large document takes seconds,
 * for which neither other edits nor the main thread should wait.
 *
 * @returns a parser that returns these results, and parses any other string when called
 */
export async function parseAhead(strings: Iterable<string>, asker: Asker): Promise<AdParser> {
  const different = [...new Set(strings)]
  if (!isLarge(different.reduce((units, { length }) => units + length, 0))) return parseAd
  const known = new Map<string, ReturnType<AdParser>>()
  for (const part of inParts(different)) {
    for (const [place, ad] of (await parseAdsInProcess(part, asker)).entries()) {
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
    if (units < UNITS_PER_JOB) continue
    yield part
    part = []
    units = 0
  }
  if (part.length > 0) yield part
}

/** All strings of a document. */
export function* stringsIn({ sapeData }: AdsDocument): Generator<string> {
  for (const strings of Object.values(sapeData.sapeLinks)) yield* strings
  yield sapeData.sapeNewUrl ?? ''
}
