import type { Locale } from '#shared/contracts/primitives.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import { makeStrings, type WriteStrings } from './make-strings.ts'
import type { Strings } from './strings.ts'

const LOADERS: Record<Locale, () => Promise<WriteStrings>> = {
  en_US: async () => (await import('./en-us.ts')).enUs,
  ru_RU: async () => (await import('./ru-ru.ts')).ruRu,
  tr_TR: async () => (await import('./tr-tr.ts')).trTr,
}

let loaded: Strings | undefined

/**
 * Loads the texts of one locale, for the browser; every further call shares the download.
 *
 * @param tag as in the document's `data-language`
 * @throws {RangeError} for a language that the site does not have
 */
export async function loadStrings(tag: string): Promise<Strings> {
  const [, load] = Object.entries(LOADERS).find(([of]) => languageTag(of as Locale) === tag) ?? []
  if (!load) throw new RangeError(`There are no words for the language “${tag}”`)
  const write = await load()
  if (loaded?.languageTag !== tag) loaded = makeStrings(tag, write)
  return loaded
}
