import type { Locale } from '#shared/contracts/primitives.ts'

/** Descriptions of topic pages for search engines, because editors write none. */
export const TOPIC_WORDS: Record<
  Locale,
  (topic: string, section: string, category: string) => string
> = {
  en_US: (topic, section, category) =>
    `${topic}: all articles on this topic in “${section}”, part of ${category}, newest first.`,
  ru_RU: (topic, section, category) =>
    `${topic}: все статьи на эту тему в разделе «${section}» рубрики «${category}», сначала новые.`,
  tr_TR: (topic, section, category) =>
    `${topic}: ${category} kategorisinin “${section}” bölümünde bu konudaki bütün yazılar, en yenisi başta.`,
}
