import type { Locale } from '#shared/contracts/primitives.ts'

/** The words with which a browser lists what its reader has saved. */
export interface SavedWords {
  /** The name of the list in a file. */
  title: string
  none: string
  savedOn: (day: string) => string
  /** After the size of what the browser keeps. */
  readable: string
  /** Of an article that is not kept, or in a browser that keeps none. */
  needsConnection: string
  withdrawn: string
  remove: string
  removeAll: string
  download: string
  undo: string
  saved: string
  removed: string
  /** Why an article is not saved. */
  full: string
  blocked: string
  tooMany: (most: number) => string
  /** What the browser keeps of pages that were only read, such as `1.2 MB`. */
  readPages: (size: string) => string
  deleteReadPages: string
  readPagesDeleted: string
  /** It is on the list, but the browser could not keep the text. */
  notKept: string
}

export const SAVED_WORDS: Readonly<Record<Locale, SavedWords>> = {
  en_US: {
    title: 'Saved articles',
    none: 'Nothing is saved yet. Below each article is a button, “Save for later”.',
    savedOn: (day) => `Saved on ${day}`,
    readable: 'can be read without a connection',
    needsConnection: 'needs a connection',
    withdrawn: 'This article was withdrawn.',
    remove: 'Remove',
    removeAll: 'Remove all',
    download: 'Download the list',
    undo: 'Undo',
    saved: 'The article is saved.',
    removed: 'Removed.',
    full: 'Not saved: this browser has no room left. Remove other saved articles, or free some room on the device.',
    blocked:
      'Not saved: this browser lets the site store nothing, perhaps because the window is private.',
    tooMany: (most) => `Not saved: the list holds ${most} articles. Remove one first.`,
    readPages: (size) =>
      `The last pages you read take ${size}, and can be read without a connection.`,
    deleteReadPages: 'Delete these pages',
    readPagesDeleted: 'The pages you read last are deleted from this browser.',
    notKept:
      'The article is on your list, but this browser could not keep its text: it needs a connection.',
  },
  ru_RU: {
    title: 'Сохранённые статьи',
    none: 'Пока ничего не сохранено. Под каждой статьёй есть кнопка «Сохранить».',
    savedOn: (day) => `Сохранено ${day}`,
    readable: 'можно читать без подключения',
    needsConnection: 'нужно подключение',
    withdrawn: 'Эта статья снята с публикации.',
    remove: 'Убрать',
    removeAll: 'Убрать все',
    download: 'Скачать список',
    undo: 'Вернуть',
    saved: 'Статья сохранена.',
    removed: 'Убрано.',
    full: 'Не сохранено: в браузере не осталось места. Уберите другие статьи или освободите место на устройстве.',
    blocked:
      'Не сохранено: браузер не даёт сайту ничего хранить, возможно, потому что окно приватное.',
    tooMany: (most) => `Не сохранено: в списке уже ${most} статей. Сначала уберите одну.`,
    readPages: (size) =>
      `Последние прочитанные страницы занимают ${size}, их можно читать без подключения.`,
    deleteReadPages: 'Удалить эти страницы',
    readPagesDeleted: 'Последние прочитанные страницы удалены из браузера.',
    notKept: 'Статья в списке, но сохранить её текст браузер не смог: понадобится подключение.',
  },
  tr_TR: {
    title: 'Kaydedilen yazılar',
    none: 'Henüz hiçbir şey kaydedilmedi. Her yazının altında “Sonrası için kaydet” düğmesi var.',
    savedOn: (day) => `${day} tarihinde kaydedildi`,
    readable: 'bağlantı olmadan okunur',
    needsConnection: 'bağlantı gerekir',
    withdrawn: 'Bu yazı yayından kaldırıldı.',
    remove: 'Kaldır',
    removeAll: 'Hepsini kaldır',
    download: 'Listeyi indir',
    undo: 'Geri al',
    saved: 'Yazı kaydedildi.',
    removed: 'Kaldırıldı.',
    full: 'Kaydedilmedi: bu tarayıcıda yer kalmadı. Başka yazıları kaldırın ya da cihazda yer açın.',
    blocked:
      'Kaydedilmedi: tarayıcı bu sitenin bir şey saklamasına izin vermiyor; pencere gizli olabilir.',
    tooMany: (most) => `Kaydedilmedi: listede ${most} yazı var. Önce birini kaldırın.`,
    readPages: (size) => `En son okuduğunuz sayfalar ${size} yer tutuyor; bağlantı olmadan okunur.`,
    deleteReadPages: 'Bu sayfaları sil',
    readPagesDeleted: 'En son okuduğunuz sayfalar tarayıcıdan silindi.',
    notKept: 'Yazı listenizde, ama tarayıcı metnini saklayamadı: okumak için bağlantı gerekir.',
  },
}
