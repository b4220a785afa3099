import type { Locale } from '#shared/contracts/primitives.ts'

/** The words below an article. Only the server reads them, so they are not among those of the browser. */
export interface ArticleEndWords {
  /** What the links of guides are called together. */
  guides: string
  /** The article's place in a guide, such as 3 of 7. */
  step: (number: number, length: number) => string
  /** Before the title of the next article. */
  next: string
  lastStep: string
  otherGuides: string
  share: string
  /** What the button does, and that it has done it. */
  save: string
  saved: string
  reportMistake: string
  /** The subject of the mail. */
  mistakeIn: (title: string) => string
  cite: string
  copy: string
}

export const ARTICLE_END_WORDS: Readonly<Record<Locale, ArticleEndWords>> = {
  en_US: {
    guides: 'Guides',
    step: (number, length) => `step ${number} of ${length}`,
    next: 'Next:',
    lastStep: 'This was the last step.',
    otherGuides: 'Other guides',
    share: 'Share',
    save: 'Save for later',
    saved: 'Saved',
    reportMistake: 'Report a mistake',
    mistakeIn: (title) => `A mistake in “${title}”`,
    cite: 'Cite this article',
    copy: 'Copy',
  },
  ru_RU: {
    guides: 'Статьи по порядку',
    step: (number, length) => `шаг ${number} из ${length}`,
    next: 'Дальше:',
    lastStep: 'Это был последний шаг.',
    otherGuides: 'С чего ещё начать',
    share: 'Поделиться',
    save: 'Сохранить',
    saved: 'Сохранено',
    reportMistake: 'Сообщить об ошибке',
    mistakeIn: (title) => `Ошибка в статье «${title}»`,
    cite: 'Сослаться на статью',
    copy: 'Копировать',
  },
  tr_TR: {
    guides: 'Sırayla yazılar',
    step: (number, length) => `${number}/${length}. adım`,
    next: 'Sıradaki:',
    lastStep: 'Bu son adımdı.',
    otherGuides: 'Başka konular',
    share: 'Paylaş',
    save: 'Sonrası için kaydet',
    saved: 'Kaydedildi',
    reportMistake: 'Hata bildir',
    mistakeIn: (title) => `“${title}” yazısında hata`,
    cite: 'Bu yazıyı kaynak göster',
    copy: 'Kopyala',
  },
}
