import type { Locale } from '#shared/contracts/primitives.ts'

/** The words of the page of guides. */
interface GuidesPageWords {
  intro: string
  none: string
}

export const GUIDES_PAGE_WORDS: Readonly<Record<Locale, GuidesPageWords>> = {
  en_US: {
    intro:
      'A few articles in the order in which they help most, for a situation that many people meet.',
    none: 'There is no guide here yet.',
  },
  ru_RU: {
    intro:
      'Несколько статей в том порядке, в котором они полезнее всего, для ситуаций, знакомых многим.',
    none: 'Здесь пока ничего нет.',
  },
  tr_TR: {
    intro: 'Birçok kişinin karşılaştığı bir durum için, en çok işe yarayacağı sırayla birkaç yazı.',
    none: 'Burada henüz bir şey yok.',
  },
}
