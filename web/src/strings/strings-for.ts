import type { Locale } from '#shared/contracts/primitives.ts'
import { enUs } from './en-us.ts'
import { makeStrings } from './make-strings.ts'
import { ruRu } from './ru-ru.ts'
import type { Strings } from './strings.ts'
import { trTr } from './tr-tr.ts'

const STRINGS: Record<Locale, Strings> = {
  en_US: makeStrings('en-US', enUs),
  ru_RU: makeStrings('ru-RU', ruRu),
  tr_TR: makeStrings('tr-TR', trTr),
}

/** The texts of a locale, for the server, which has all of them; browsers use `loadStrings`. */
export const stringsFor = (locale: Locale): Strings => STRINGS[locale]
