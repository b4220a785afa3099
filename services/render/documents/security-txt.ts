import type { Shell } from '#shared/contracts/site.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import { ROUTES } from './routes.ts'

/**
 * Where to write about a weakness of the site, as RFC 9116 has it. It expires in the first week of
 * the next year: the year is that of the copyright line, which content keeps, so that of a site without upkeep expires.
 *
 * @param siteUrl without a slash at its end
 * @returns `undefined` where the site names no address
 */
export function renderSecurityTxt(
  { site: { email, locale }, year }: Pick<Shell, 'site' | 'year'>,
  siteUrl: string,
): string | undefined {
  if (email === null) return undefined
  return `Contact: mailto:${email}
Expires: ${year + 1}-01-07T00:00:00.000Z
Preferred-Languages: ${languageTag(locale)}${locale === 'en_US' ? '' : ', en'}
Canonical: ${siteUrl}${ROUTES.security}
`
}
