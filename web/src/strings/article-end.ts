import type { Locale } from '#shared/contracts/primitives.ts'

/** The words below an article. Only the server reads them, so they are not among those of the browser. */
export interface ArticleEndWords {
  share: string
  reportMistake: string
  /** The subject of the mail. */
  mistakeIn: (title: string) => string
  cite: string
  copy: string
}

export const ARTICLE_END_WORDS: Readonly<Record<Locale, ArticleEndWords>> = {
  en_US: {
    share: 'Share',
    reportMistake: 'Report a mistake',
    mistakeIn: (title) => `A mistake in “${title}”`,
    cite: 'Cite this article',
    copy: 'Copy',
  },
  ru_RU: {
    share: 'Поделиться',
    reportMistake: 'Сообщить об ошибке',
    mistakeIn: (title) => `Ошибка в статье «${title}»`,
    cite: 'Сослаться на статью',
    copy: 'Копировать',
  },
  tr_TR: {
    share: 'Paylaş',
    reportMistake: 'Hata bildir',
    mistakeIn: (title) => `“${title}” yazısında hata`,
    cite: 'Bu yazıyı kaynak göster',
    copy: 'Kopyala',
  },
}
