import type { enUs } from './en-us.ts'

/** The texts of one locale, without what all locales have in common. */
export type Texts = ReturnType<typeof enUs>

/** Every text of the interface, as `en-us.ts` names and explains it. */
export interface Strings extends Texts {
  /** BCP 47, for dates, numbers and letters. */
  languageTag: string
  /** The day of an instant (ISO 8601), in words. */
  day: (instant: string) => string
}
