import type { ArticlePage } from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { Shell } from '#shared/contracts/site.ts'

interface Cited {
  page: Pick<ArticlePage, 'author'> & {
    article: Pick<ArticlePage['article'], 'title' | 'updatedAt' | 'provenance'>
  }
  site: Pick<Shell['site'], 'title' | 'locale'>
  address: string
  /** The day of an instant in the site's language, with its year at the end. */
  day: (instant: string) => string
}

const QUOTES: Readonly<Record<Locale, readonly [string, string]>> = {
  en_US: ['“', '”'],
  ru_RU: ['«', '»'],
  tr_TR: ['“', '”'],
}

/**
 * How others name the article as their source, in three styles. The name above a text that no person
 * wrote is not named as its author.
 */
export function citeArticle({ page: { author, article }, site, address, day }: Cited) {
  const { title, updatedAt, provenance } = article
  const isByPerson = provenance === 'human' || provenance === 'assisted'
  const year = updatedAt.slice(0, 4)
  const on = day(updatedAt)
  const dayOnly = on.replace(/,? \d{4}.*$/, '')
  const who = isByPerson ? nameOf(author.title) : { listed: site.title, short: site.title }
  // A title that is a question has its mark already.
  const named = /[.?!]$/.test(title) ? title : `${title}.`
  const quoted = QUOTES[site.locale].join(named)
  const byPerson = (text: string) => (isByPerson ? `${withStop(text)} ` : '')
  return [
    {
      style: 'APA',
      text: `${withStop(who.short)} (${year}, ${dayOnly}). ${named} ${byPerson(site.title)}${address}`,
    },
    {
      style: 'MLA',
      text: `${byPerson(who.listed)}${quoted} ${site.title}, ${on}, ${address}.`,
    },
    { style: 'Chicago', text: `${withStop(who.listed)} ${quoted} ${withStop(on)} ${address}.` },
  ]
}

const withStop = (text: string) => (text.endsWith('.') ? text : `${text}.`)

/** A name of two words begins with the second in lists of sources; of a longer one it is unknown. */
function nameOf(name: string): { listed: string; short: string } {
  const [given = '', family, ...more] = name.split(' ')
  if (family === undefined || more.length > 0) return { listed: name, short: name }
  return { listed: `${family}, ${given}`, short: `${family}, ${given.slice(0, 1)}.` }
}
