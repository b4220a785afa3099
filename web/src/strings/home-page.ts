import type { Locale } from '#shared/contracts/primitives.ts'

/** The words of the home page. */
interface HomePageWords {
  howWeWork: string
  howWeWorkText: string
  howWeWorkLink: string
  /** Before the first day of a figure. */
  since: string
  /** Of a figure whose time is over. */
  ended: string
  allFigures: string
  allTools: string
  /** The heading of terms of the dictionary. */
  terms: string
}

export const HOME_PAGE_WORDS: Readonly<Record<Locale, HomePageWords>> = {
  en_US: {
    howWeWork: 'How we work',
    howWeWorkText:
      'Every article carries a name, a date and its sources, and says who wrote it where somebody has told us. We correct mistakes in the open.',
    howWeWorkLink: 'Read how we choose, write and check',
    since: 'since',
    ended: 'until',
    allFigures: 'All rates and limits',
    allTools: 'All calculators',
    terms: 'Words to know',
  },
  ru_RU: {
    howWeWork: 'Как мы работаем',
    howWeWorkText:
      'Под каждой статьёй стоят имя, дата и источники; кто её написал, сказано везде, где это известно. Ошибки исправляем открыто.',
    howWeWorkLink: 'Как мы выбираем темы, пишем и проверяем',
    since: 'с',
    ended: 'до',
    allFigures: 'Все ставки и лимиты',
    allTools: 'Все калькуляторы',
    terms: 'Слова, которые пригодятся',
  },
  tr_TR: {
    howWeWork: 'Nasıl çalışıyoruz',
    howWeWorkText:
      'Her yazıda bir imza, tarih ve kaynaklar bulunur; kimin yazdığı, bilindiği yerde belirtilir. Hatalarımızı açıkça düzeltiriz.',
    howWeWorkLink: 'Konuları nasıl seçtiğimizi, yazdığımızı ve denetlediğimizi okuyun',
    since: 'başlangıç:',
    ended: 'bitiş:',
    allFigures: 'Tüm oranlar ve sınırlar',
    allTools: 'Tüm hesaplayıcılar',
    terms: 'Bilmeye değer terimler',
  },
}
