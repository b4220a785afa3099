import { type Fetch, requestJson } from './request-json.ts'

/** Data that several pages share: answers of static queries, or slices, by name. */
export type SharedData = ReadonlyMap<string, unknown>

/** The text is given by the specification. */
export const couldNotLoad = (address: string) => `We couldn't load "${address}"`

/**
 * Loads what pages share, each name once per tab. A failed request is repeated at the next use.
 *
 * @param field that a valid answer has: an error may be JSON as well
 */
export function createSharedLoader(
  fetch: Fetch,
  addressOf: (name: string) => string,
  field: string,
) {
  const loaded = new Map<string, unknown>()
  const inFlight = new Map<string, Promise<boolean>>()

  async function request(name: string): Promise<boolean> {
    const { status, body } = await requestJson(fetch, addressOf(name))
    const isData = status === 200 && Reflect.has(Object(body), field)
    if (isData) loaded.set(name, body)
    inFlight.delete(name)
    return isData
  }

  return async function load(names: readonly string[]): Promise<SharedData> {
    for (const name of new Set(names)) {
      if (loaded.has(name)) continue
      const loading = inFlight.get(name) ?? request(name)
      inFlight.set(name, loading)
    }
    for (const name of names) {
      if (loaded.has(name) || (await inFlight.get(name))) continue
      throw new Error(couldNotLoad(addressOf(name)))
    }
    return new Map(names.map((name) => [name, loaded.get(name)]))
  }
}
