import type { Locale } from '#shared/contracts/primitives.ts'

/**
 * The files of the content folder that are neither articles nor pictures. Each has a short name, which
 * does not say the language: a site has one.
 */

/** What an info page's file has before its own name. */
const INFO = 'info-'

const PATHS: Readonly<Record<string, (locale: Locale) => string>> = {
  site: () => 'site.yaml',
  categories: (locale) => `categories/${locale}.yaml`,
  authors: (locale) => `authors/${locale}.yaml`,
  'page-seo': (locale) => `page-seo/${locale}.yaml`,
  facts: (locale) => `facts/${locale}.yaml`,
  guides: (locale) => `guides/${locale}.yaml`,
  ads: (locale) => adsFile(locale),
}

/** What such a file is called in the folder: of this language, and nowhere else. */
export const SITE_FILE_PATTERN =
  '^(?:site\\.yaml|(?:categories|authors|page-seo|facts|guides)/[a-z]{2}_[A-Z]{2}\\.yaml|ads/[a-z]{2}_[A-Z]{2}\\.json|info/[a-z]{2}_[A-Z]{2}/[^/\\\\]+\\.md)$'

/** What such a file is called by the editor API. */
export const SITE_FILE_NAME =
  '^(?:site|categories|authors|page-seo|facts|guides|ads|info-[^/\\\\\\u0000]{1,120})$'

export const adsFile = (locale: Locale) => `ads/${locale}.json`

/** @param name as `SITE_FILE_NAME` */
export const siteFileOf = (name: string, locale: Locale): string =>
  PATHS[name]?.(locale) ?? `info/${locale}/${name.slice(INFO.length)}.md`

/** @param file as `SITE_FILE_PATTERN` */
export function siteFileName(file: string): string {
  const [, info] = /^info\/[^/]+\/(.+)\.md$/.exec(file) ?? []
  return info === undefined ? (/^[a-z-]+/.exec(file)?.[0] ?? '') : INFO + info
}

/** The types that such a text is sent and answered as; the first is the one that it is answered as. */
export function mediaTypesOf(file: string): readonly string[] {
  if (file.endsWith('.json')) return ['application/json']
  return file.endsWith('.md') ? ['text/markdown'] : ['text/yaml', 'application/yaml']
}

/** A comment of YAML, the front matter of an info page, or a field of JSON. */
const CONSENT: Readonly<Record<string, RegExp>> = {
  yaml: /^# *edition: *(\d{1,9})[ \t]*$/m,
  md: /^---\r?\n(?:(?!---)[^\n]*\n)*?edition: *(\d{1,9})[ \t]*\r?\n/,
  json: /^\s*\{\s*"edition"\s*:\s*(\d{1,9})\s*[,}]/,
}

/** The number of the edition that a file takes the place of, if it names one. */
export function editionNamedIn(file: string, text: string): number | undefined {
  const ending = file.slice(file.lastIndexOf('.') + 1)
  const number = CONSENT[ending]?.exec(text)?.[1]
  return number === undefined ? undefined : Number(number)
}

/** Lines without those that name an edition: what they say is of that moment only. */
export const withoutConsent = (lines: string): string =>
  lines.replaceAll(/^(?:# *)?"?edition"? *: *\d{1,9},?[ \t]*\r?\n?/gm, '')

/** How a file says that it takes the place of an edition which its writer has seen. */
export function consentIn(file: string, number: number): string {
  if (file.endsWith('.json')) return `write "edition": ${number} as the first field of the file`
  return file.endsWith('.md')
    ? `write edition: ${number} into the front matter`
    : `write # edition: ${number} as a line of the file`
}
