import type { Locale } from '#shared/contracts/primitives.ts'
import { enUs } from './en-us.ts'
import type { Strings } from './strings.ts'

const STRINGS: Partial<Record<Locale, Strings>> = { en_US: enUs }

/** A locale that has no words of its own yet speaks en_US. */
export function stringsFor(locale: Locale): Strings {
  return STRINGS[locale] ?? enUs
}
