import type { Locale } from '#shared/contracts/primitives.ts'
import type { ContentProblem } from '../../import/content-problem.ts'
import { type AskOptions, askAddresses } from './ask-addresses.ts'
import { type AddressPlace, collectAddresses } from './collect-addresses.ts'

/** Addresses that are asked at once. */
const MOST = 2_000
/** Places of one address that are named. */
const MOST_PLACES = 20

/** Asks all other sites that content leads to, and says at which lines that does not end well. */
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
    const message = `and ${addresses.length - MOST - 1} more were not asked: ${MOST} are at most`
    notes.push(...note(next, message))
  }
  return notes
}
