import type { Locale } from '#shared/contracts/primitives.ts'
import { makeStrings, type WriteStrings } from './make-strings.ts'
import type { Strings } from './strings.ts'

const LOADERS: Record<Locale, () => Promise<WriteStrings>> = {
  en_US: async () => (await import('./en-us.ts')).enUs,
  ru_RU: async () => (await import('./ru-ru.ts')).ruRu,
  tr_TR: async () => (await import('./tr-tr.ts')).trTr,
}

let known: Strings | undefined

/**
 * For the browser, which downloads the words of one locale only, and once however many ask.
 *
 * @param languageTag as in the document's `data-language`
 * @throws {RangeError} for a language that is no locale of ours; and as every dynamic import does
 */
export async function loadStrings(languageTag: string): Promise<Strings> {
  const load = new Map(Object.entries(LOADERS)).get(languageTag.replace('-', '_'))
  if (!load) throw new RangeError(`There are no words for the language “${languageTag}”`)
  const write = await load()
  if (known?.languageTag !== languageTag) known = makeStrings(languageTag, write)
  return known
}
