import {
  ERROR_PATH,
  type ErrorPage,
  NOT_FOUND_PATH,
  type NotFoundPage,
} from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { Shell } from '#shared/contracts/site.ts'

/** Words of pages that are made when content is not available. */
const WORDS = {
  en_US: {
    /** Used instead of the site's name, which is not known then. */
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
} satisfies Record<Locale, object>

/** The page that is shown when something fails on our side. */
export const errorPage = ({ menu, site }: Shell): ErrorPage => ({
  kind: 'error',
  path: ERROR_PATH,
  seo: { ...WORDS[site.locale].failed, noindex: true },
  categories: menu.map(({ label, key }) => ({ title: label, path: key })),
})

/** Replaces the editors' own not-found page until that one has first been loaded. */
export const bareNotFoundPage = (locale: Locale): NotFoundPage => ({
  kind: 'not-found',
  path: NOT_FOUND_PATH,
  seo: { ...WORDS[locale].notFound, noindex: true },
  categories: [],
  more: [],
})

/** Header and footer for a render service that has never reached the content service. */
export const bareShell = (locale: Locale): Shell => ({
  site: {
    title: WORDS[locale].home,
    tagline: WORDS[locale].home,
    locale,
    email: null,
    youtube: null,
    facebook: null,
    instagram: null,
    disclaimer: WORDS[locale].failed.description,
  },
  menu: [],
  year: new Date().getUTCFullYear(),
})
