import type { Locale } from '#shared/contracts/primitives.ts'

interface TitleAndDescription {
  title: string
  description: string
}

/** Words of pages that are made when content is not available. */
interface ErrorWords {
  /** Used instead of the site's name, which is not known then. */
  home: string
  failed: TitleAndDescription
  notFound: TitleAndDescription
}

export const ERROR_WORDS: Record<Locale, ErrorWords> = {
  en_US: {
    home: 'Home',
    failed: {
      title: 'Something went wrong',
      description: 'This page could not be shown. Please try again in a moment.',
    },
    notFound: { title: 'Page not found', description: 'There is no page at this address.' },
  },
  ru_RU: {
    home: 'Главная',
    failed: {
      title: 'Ошибка на сайте',
      description: 'Эту страницу не удалось показать. Попробуйте ещё раз чуть позже.',
    },
    notFound: { title: 'Страница не найдена', description: 'По этому адресу страницы нет.' },
  },
  tr_TR: {
    home: 'Ana sayfa',
    failed: {
      title: 'Bir sorun oluştu',
      description: 'Bu sayfa gösterilemedi. Lütfen biraz sonra yeniden deneyin.',
    },
    notFound: { title: 'Sayfa bulunamadı', description: 'Bu adreste bir sayfa yok.' },
  },
}
