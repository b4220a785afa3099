import type { Locale } from '#shared/contracts/primitives.ts'
import type { ContentProblem } from '../../folder/content-problem.ts'
import { type AskOptions, askAddresses } from './ask-addresses.ts'
import { type AddressPlace, collectAddresses } from './collect-addresses.ts'

/** The most addresses that one run checks. */
const MOST = 2_000
/** The most places that are reported for one address. */
const MOST_PLACES = 20

/** Checks all links to other sites, and reports the lines of those with problems. */
export async function checkExternal(
  folder: string,
  locales: readonly Locale[],
  options?: AskOptions,
): Promise<ContentProblem[]> {
  const places = new Map<string, AddressPlace[]>()
  for (const locale of locales) {
    for (const [address, found] of await collectAddresses(folder, locale)) {
      places.set(address, [...(places.get(address) ?? []), ...found])
    }
  }
  const addresses = [...places.keys()]
  const note = (address: string, message: string): ContentProblem[] =>
    (places.get(address) ?? []).slice(0, MOST_PLACES).map((place) => ({
      ...{ ...place, code: 'W-LINK-EXT', message: `${address} ${message}` },
    }))

  const problems = await askAddresses(addresses.slice(0, MOST), options)
  const notes = [...problems].flatMap(([address, message]) => note(address, message))
  const [next] = addresses.slice(MOST)
  if (next !== undefined) {
    const message = `and ${addresses.length - MOST - 1} more were not asked: ${MOST} is the limit`
    notes.push(...note(next, message))
  }
  return notes
}
