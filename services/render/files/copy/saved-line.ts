import type { Locale } from '#shared/contracts/primitives.ts'
import { languageTag } from '#shared/text/language-tag.ts'

const WORDS: Record<Locale, (time: string) => string> = {
  en_US: (time) => `Saved copy of ${time}`,
  ru_RU: (time) => `Сохранённая копия от ${time}`,
  tr_TR: (time) => `${time} tarihli kayıtlı kopya`,
}

/** Adds a line at the top of a document that says when it was saved. */
export function withSavedLine(html: string, locale: Locale, savedAt: Date): string {
  const format = new Intl.DateTimeFormat(languageTag(locale), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  const time = `<time datetime="${savedAt.toISOString()}">${format.format(savedAt)} UTC</time>`
  // Outside the element that React renders, which would remove it.
  return html.replace('<body>', `<body>\n<aside class="saved-copy">${WORDS[locale](time)}</aside>`)
}
