import { PAGE_KINDS, type Page } from '#shared/contracts/page.ts'
import { feedPath } from '#shared/contracts/page-model.ts'
import { LOCALES, type Locale, type PagePath } from '#shared/contracts/primitives.ts'
import type { MenuItem } from '#shared/contracts/site.ts'
import { languageOf } from '#shared/text/language-tag.ts'
import { MARKDOWN_TYPE, markdownPath } from '../article-markdown.ts'
import { FACTS_FILES } from '../facts-files.ts'
import { CORRECTIONS_PATH, FEED_FORMS, feedFormPath } from '../feeds/feed-addresses.ts'
import { type HeadInput, link, ofPage } from './head-tags.ts'

/** Other forms of the page: in other languages, and as a feed of what is new. */
export const alternates = (input: HeadInput): string[] => [
  ...languages(input),
  ...formats(input),
  ...feeds(input),
]

/** The path of this page on the site in another language; `undefined` if it has none there. */
function pathThere(page: Page, locale: Locale): PagePath | undefined {
  if (page.kind === 'article') return page.translations?.[languageOf(locale)]
  // Topics differ between languages: they depend on the articles.
  const isTopic = page.kind === 'subcategory' && page.topic
  return PAGE_KINDS[page.kind].shared && !isTopic ? page.path : undefined
}

/** The other sites that have this page too, and its address there. */
const sitesWithIt = ({ page, shell }: HeadInput) =>
  (shell.site.sisters ?? []).flatMap(({ locale, address }) => {
    const path = pathThere(page, locale)
    return path === undefined ? [] : [{ locale, href: address + path }]
  })

/** Locales of the other sites that have this page too. */
export const otherLocales = (input: HeadInput): Locale[] =>
  sitesWithIt(input).map(({ locale }) => locale)

/**
 * Each site must name all of them and itself, or search engines ignore the links. The default for
 * other languages is the first in the order of the locales, which is the same on all sites.
 */
function languages(input: HeadInput): string[] {
  const others = sitesWithIt(input)
  if (others.length === 0) return []
  const { page, shell, siteUrl } = input
  const sites = [{ locale: shell.site.locale, href: siteUrl + page.path }, ...others]
    .sort((a, b) => LOCALES.indexOf(a.locale) - LOCALES.indexOf(b.locale))
    .map(({ locale, href }) => ({ hreflang: languageOf(locale), href }))
  const [first] = sites
  return [...sites, ...(first ? [{ ...first, hreflang: 'x-default' }] : [])].map((site) =>
    link({ rel: 'alternate', ...site }),
  )
}

/** The page in Markdown, and that of facts as data, for programs. */
function formats({ page }: HeadInput): string[] {
  const ofType = (type: string, href: string) => ofPage(link({ rel: 'alternate', type, href }))
  switch (page.kind) {
    case 'article':
    case 'term':
    case 'tools':
    case 'corrections':
      return [ofType(MARKDOWN_TYPE, markdownPath(page.path))]
    case 'facts':
      return [
        ofType(MARKDOWN_TYPE, markdownPath(page.path)),
        ...FACTS_FILES.map(({ type, address }) => ofType(type, address)),
      ]
    default:
      return []
  }
}

function feeds({ page, shell }: HeadInput): string[] {
  const category = categoryOf(page, shell.menu)
  return [
    ...feedLinks('/', shell.site.title),
    ...(category
      ? feedLinks(category.key, `${category.label} – ${shell.site.title}`).map(ofPage)
      : []),
    ...(page.kind === 'corrections' ? feedLinks(CORRECTIONS_PATH, page.seo.title).map(ofPage) : []),
  ]
}

/** Feed readers offer what they find here; few know JSON Feed, which Atom names as another form. */
const feedLinks = (path: PagePath, title: string): string[] =>
  (['atom', 'rss'] as const).map((form) => {
    const href = feedFormPath(feedPath(path), form)
    return link({ rel: 'alternate', type: FEED_FORMS[form].type, title, href })
  })

/** The category of a page. */
const categoryOf = ({ path, ...page }: Page, menu: readonly MenuItem[]): MenuItem | undefined => {
  const inside = page.kind === 'article' ? (page.breadcrumb[0]?.path ?? path) : path
  return menu.find(({ key }) => inside === key || inside.startsWith(`${key}/`))
}
