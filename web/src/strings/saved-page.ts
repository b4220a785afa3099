import type { Locale } from '#shared/contracts/primitives.ts'

/** The words of the page of saved articles that need no script. */
interface SavedPageWords {
  title: string
  intro: string
  /** As HTML. */
  needsScript: string
}

export const SAVED_PAGE_WORDS: Readonly<Record<Locale, SavedPageWords>> = {
  en_US: {
    title: 'Saved articles',
    intro:
      'Your list is in this browser alone: no account, and nothing is sent to us. Deleting the browser’s data deletes it.',
    needsScript: 'The browser keeps the list of saved articles, so this page needs JavaScript.',
  },
  ru_RU: {
    title: 'Сохранённые статьи',
    intro:
      'Список хранится только в этом браузере: без регистрации, нам ничего не отправляется. Он исчезнет, если удалить данные браузера.',
    needsScript: 'Список сохранённых статей хранит браузер, поэтому здесь нужен JavaScript.',
  },
  tr_TR: {
    title: 'Kaydedilen yazılar',
    intro:
      'Listeniz yalnızca bu tarayıcıda durur: üyelik yok, bize hiçbir şey gönderilmez. Tarayıcının verilerini silerseniz liste de silinir.',
    needsScript:
      'Kaydedilen yazıların listesini tarayıcı tutar; bu yüzden bu sayfa için JavaScript gerekir.',
  },
}
