import { type Fetch, requestJson } from './request-json.ts'

/** Data that several pages share: answers of static queries, or slices, by name. */
export type SharedData = ReadonlyMap<string, unknown>

/** The specification's words. */
export const couldNotLoad = (address: string) => `We couldn't load "${address}"`

/**
 * Loads what pages share, each name once per tab; what failed is asked for again next time.
 *
 * @param field that an answer must have to be one: an error in JSON is no data
 */
export function createSharedLoader(
  fetch: Fetch,
  addressOf: (name: string) => string,
  field: string,
) {
  const known = new Map<string, unknown>()
  const underWay = new Map<string, Promise<boolean>>()

  async function ask(name: string): Promise<boolean> {
    const { status, body } = await requestJson(fetch, addressOf(name))
    const isData = status === 200 && Reflect.has(Object(body), field)
    if (isData) known.set(name, body)
    underWay.delete(name)
    return isData
  }

  return async function load(names: readonly string[]): Promise<SharedData> {
    for (const name of new Set(names)) {
      if (known.has(name)) continue
      const asked = underWay.get(name) ?? ask(name)
      underWay.set(name, asked)
    }
    for (const name of names) {
      if (known.has(name) || (await underWay.get(name))) continue
      throw new Error(couldNotLoad(addressOf(name)))
    }
    return new Map(names.map((name) => [name, known.get(name)]))
  }
}
