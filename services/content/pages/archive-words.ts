import type { Locale } from '#shared/contracts/primitives.ts'

/** Titles and descriptions of archive pages, because editors write none for each page. */
interface ArchiveWords {
  /** @param list the title of the list */
  title: (list: string, number: number) => string
  /** @param lists the titles of the list and of those above it, innermost first */
  description: (lists: readonly string[], number: number) => string
  /** Appended to the editors' own description of the site map. */
  ofSitemap: (number: number) => string
}

export const ARCHIVE_WORDS: Record<Locale, ArchiveWords> = {
  en_US: {
    title: (list, number) => `${list}, page ${number}`,
    description: (lists, number) =>
      `${lists.join(', ')}: page ${number} of the archive, counted from the oldest articles.`,
    ofSitemap: (number) => `Page ${number}, counted from the oldest articles.`,
  },
  ru_RU: {
    title: (list, number) => `${list}, страница ${number}`,
    description: (lists, number) =>
      `${lists.join(', ')}: страница ${number} архива, считая с самых старых статей.`,
    ofSitemap: (number) => `Страница ${number}, считая с самых старых статей.`,
  },
  tr_TR: {
    title: (list, number) => `${list}, sayfa ${number}`,
    description: (lists, number) =>
      `${lists.join(', ')}: arşivin en eski yazılardan başlayarak ${number}. sayfası.`,
    ofSitemap: (number) => `En eski yazılardan başlayarak ${number}. sayfa.`,
  },
}
