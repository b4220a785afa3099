import type { Locale } from '#shared/contracts/primitives.ts'

/** The words of a term's page. */
interface TermPageWords {
  /** Before the other forms of a term. */
  otherForms: string
  /** The heading of what leads to the article that explains it. */
  explained: string
  users: string
  neighbours: string
}

export const TERM_PAGE_WORDS: Readonly<Record<Locale, TermPageWords>> = {
  en_US: {
    otherForms: 'Also:',
    explained: 'In full',
    users: 'Articles that use it',
    neighbours: 'Beside it in the dictionary',
  },
  ru_RU: {
    otherForms: 'Также:',
    explained: 'Подробно',
    users: 'Статьи, где он встречается',
    neighbours: 'Рядом в словаре',
  },
  tr_TR: {
    otherForms: 'Diğer biçimleri:',
    explained: 'Ayrıntılı olarak',
    users: 'Bu terimin geçtiği yazılar',
    neighbours: 'Sözlükte yanındakiler',
  },
}
