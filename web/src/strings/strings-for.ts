import type { Locale } from '#shared/contracts/primitives.ts'
import { enUs } from './en-us.ts'
import { ruRu } from './ru-ru.ts'
import type { Strings } from './strings.ts'
import { trTr } from './tr-tr.ts'

const STRINGS: Record<Locale, Strings> = { en_US: enUs, ru_RU: ruRu, tr_TR: trTr }

/** For the server, which knows the words of every locale; browsers take `loadStrings`. */
export const stringsFor = (locale: Locale): Strings => STRINGS[locale]
