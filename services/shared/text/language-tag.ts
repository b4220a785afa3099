import type { Locale } from '../contracts/primitives.ts'

/** The BCP 47 tag of a locale: `en-US`. */
export const languageTag = (locale: Locale) => locale.replace('_', '-')

/** Its language alone: what is written for all who read it, wherever they live. */
export const languageOf = (locale: Locale) => locale.slice(0, 2)
