import type { Locale } from '#shared/contracts/primitives.ts'

/** The words of the page of rates and limits. */
interface FactsPageWords {
  intro: string
  none: string
  /** Above figures of no subject, where others have one. */
  others: string
  /** Before links to the data. */
  asData: string
  /** Before the first day of a value. */
  from: string
  /** Before its last day. */
  until: string
  notEntered: string
  source: string
  history: string
  value: string
  firstDay: string
  lastDay: string
  articles: string
}

export const FACTS_PAGE_WORDS: Readonly<Record<Locale, FactsPageWords>> = {
  en_US: {
    intro: 'Figures of the day that our articles use, each with its dates and its source.',
    none: 'No figure is entered here yet.',
    others: 'Other figures',
    asData: 'The same as data:',
    from: 'since',
    until: 'until',
    notEntered: 'the next figure is not entered yet',
    source: 'Source:',
    history: 'Values',
    value: 'Value',
    firstDay: 'First day',
    lastDay: 'Last day',
    articles: 'Articles that use it',
  },
  ru_RU: {
    intro: 'Действующие значения, на которые опираются наши статьи, с датами и источниками.',
    none: 'Здесь пока нет ни одного значения.',
    others: 'Другие значения',
    asData: 'То же в виде данных:',
    from: 'с',
    until: 'до',
    notEntered: 'следующее значение ещё не внесено',
    source: 'Источник:',
    history: 'Значения',
    value: 'Значение',
    firstDay: 'Первый день',
    lastDay: 'Последний день',
    articles: 'Статьи, где оно используется',
  },
  tr_TR: {
    intro: 'Yazılarımızda kullanılan güncel değerler; her biri tarihleri ve kaynağıyla.',
    none: 'Buraya henüz bir değer girilmedi.',
    others: 'Diğer değerler',
    asData: 'Veri olarak:',
    from: 'başlangıç:',
    until: 'bitiş:',
    notEntered: 'sonraki değer henüz girilmedi',
    source: 'Kaynak:',
    history: 'Değerler',
    value: 'Değer',
    firstDay: 'İlk gün',
    lastDay: 'Son gün',
    articles: 'Bunu kullanan yazılar',
  },
}
