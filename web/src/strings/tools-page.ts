import type { Locale } from '#shared/contracts/primitives.ts'

/** The words of the page of examples that readers change. */
interface ToolsPageWords {
  intro: string
  none: string
  /** Before the names of what readers change. */
  inputs: string
  /** Before the names of what follows. */
  results: string
  /** Before the article that has it. */
  article: string
}

export const TOOLS_PAGE_WORDS: Readonly<Record<Locale, ToolsPageWords>> = {
  en_US: {
    intro:
      'Examples from our articles that calculate with your numbers. They work in your browser; nothing you type is sent anywhere.',
    none: 'There is no calculator here yet.',
    inputs: 'Your numbers:',
    results: 'Result:',
    article: 'Article:',
  },
  ru_RU: {
    intro:
      'Примеры из наших статей, которые считают с вашими числами. Расчёт идёт в браузере, введённые числа никуда не отправляются.',
    none: 'Здесь пока нет ни одного калькулятора.',
    inputs: 'Ваши числа:',
    results: 'Результат:',
    article: 'Статья:',
  },
  tr_TR: {
    intro:
      'Yazılarımızdaki, kendi sayılarınızla hesap yapan örnekler. Hesap tarayıcınızda yapılır; yazdığınız sayılar hiçbir yere gönderilmez.',
    none: 'Burada henüz bir hesaplayıcı yok.',
    inputs: 'Sizin sayılarınız:',
    results: 'Sonuç:',
    article: 'Yazı:',
  },
}
