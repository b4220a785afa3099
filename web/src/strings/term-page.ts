import type { Locale } from '#shared/contracts/primitives.ts'

/** The words of a term's page. */
interface TermPageWords {
  /** Before what a term is called as well. */
  otherNames: string
  /** The heading of what leads to the article that explains it. */
  explained: string
  users: string
  neighbours: string
}

export const TERM_PAGE_WORDS: Readonly<Record<Locale, TermPageWords>> = {
  en_US: {
    otherNames: 'Also:',
    explained: 'The article that explains it',
    users: 'Articles that use it',
    neighbours: 'Beside it in the dictionary',
  },
  ru_RU: {
    otherNames: 'Также:',
    explained: 'Статья об этом термине',
    users: 'Статьи, где встречается этот термин',
    neighbours: 'Рядом в словаре',
  },
  tr_TR: {
    otherNames: 'Diğer adları:',
    explained: 'Bu terimi açıklayan yazı',
    users: 'Bu terimin geçtiği yazılar',
    neighbours: 'Sözlükte yanındakiler',
  },
}
