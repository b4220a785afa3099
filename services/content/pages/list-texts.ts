import type { Locale } from '#shared/contracts/primitives.ts'

/** Titles and descriptions of lists' pages for which editors write none. */
interface ListWords {
  /** The title of a page of an archive. */
  title: (list: string, number: number) => string
  /** @param lists the titles of the list and of those above it, innermost first */
  description: (lists: readonly string[], number: number) => string
  /** The description of a topic's page. */
  topic: (topic: string, section: string, category: string) => string
  /** Appended to the editors' own description of the site map. */
  ofSitemap: (number: number) => string
}

export const LIST_TEXTS: Record<Locale, ListWords> = {
  en_US: {
    title: (list, number) => `${list}, page ${number}`,
    description: (lists, number) =>
      `${lists.join(', ')}: page ${number} of the archive, counted from the oldest articles.`,
    topic: (topic, section, category) =>
      `${topic}: all articles on this topic in “${section}”, part of ${category}, newest first.`,
    ofSitemap: (number) => `Page ${number}, counted from the oldest articles.`,
  },
  ru_RU: {
    title: (list, number) => `${list}, страница ${number}`,
    description: (lists, number) =>
      `${lists.join(', ')}: страница ${number} архива, считая с самых старых статей.`,
    topic: (topic, section, category) =>
      `${topic}: все статьи на эту тему в разделе «${section}» рубрики «${category}», сначала новые.`,
    ofSitemap: (number) => `Страница ${number}, считая с самых старых статей.`,
  },
  tr_TR: {
    title: (list, number) => `${list}, sayfa ${number}`,
    description: (lists, number) =>
      `${lists.join(', ')}: arşivin en eski yazılardan başlayarak ${number}. sayfası.`,
    topic: (topic, section, category) =>
      `${topic}: ${category} kategorisinin “${section}” bölümünde bu konudaki bütün yazılar, en yenisi başta.`,
    ofSitemap: (number) => `En eski yazılardan başlayarak ${number}. sayfa.`,
  },
}
