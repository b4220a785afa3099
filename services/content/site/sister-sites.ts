import { LOCALES, type Locale } from '#shared/contracts/primitives.ts'
import type { SisterSite } from '#shared/contracts/site.ts'

/** Each language in its own words, for readers who look for theirs. */
const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = {
  en_US: 'English',
  ru_RU: 'Русский',
  tr_TR: 'Türkçe',
}

/** The languages of `site.yaml`, some of them with the address of their site. */
type Locales = Readonly<Record<string, { address?: string }>>

/** The sites of all other languages that have an address. */
export const sistersOf = (own: Locale, locales: Locales): SisterSite[] =>
  LOCALES.flatMap((locale) => {
    const address = locales[locale]?.address
    if (locale === own || address === undefined) return []
    return [{ locale, languageName: LANGUAGE_NAMES[locale], address }]
  })

/** @returns the addresses that cannot be those of sites: a message for each, with its field */
export function reasonsAgainstAddresses(locales: Locales): { field: string; message: string }[] {
  const seen = new Map<string, string>()
  return Object.entries(locales).flatMap(([locale, { address }]) => {
    if (address === undefined) return []
    const field = `/locales/${locale}/address`
    if (!isOrigin(address)) {
      const message = `${JSON.stringify(address)} is not the address of a site. Write it as https://example.com: in lower case, without a path`
      return [{ field, message }]
    }
    const other = seen.get(address)
    seen.set(address, locale)
    if (other === undefined) return []
    return [{ field, message: `"${address}" is the address of ${other} already` }]
  })
}

/** Whether this is a scheme, a host and possibly a port, in the form of a browser's origin. */
function isOrigin(address: string): boolean {
  const url = URL.parse(address)
  return (url?.protocol === 'https:' || url?.protocol === 'http:') && url.origin === address
}
