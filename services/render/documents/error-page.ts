import {
  ERROR_PATH,
  type ErrorPage,
  NOT_FOUND_PATH,
  type NotFoundPage,
} from '#shared/contracts/page.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { ERROR_WORDS } from './error-words.ts'

/** The page that is shown when something fails on our side. */
export const errorPage = ({ menu, site }: Shell): ErrorPage => ({
  kind: 'error',
  path: ERROR_PATH,
  seo: { ...ERROR_WORDS[site.locale].failed, noindex: true },
  categories: menu.map(({ label, key }) => ({ title: label, path: key })),
})

/** Replaces the editors' own not-found page until that one has first been loaded. */
export const bareNotFoundPage = (locale: Locale): NotFoundPage => ({
  kind: 'not-found',
  path: NOT_FOUND_PATH,
  seo: { ...ERROR_WORDS[locale].notFound, noindex: true },
  categories: [],
  more: [],
})

/** Header and footer for a render service that has never reached the content service. */
export const bareShell = (locale: Locale): Shell => ({
  site: {
    title: ERROR_WORDS[locale].home,
    tagline: ERROR_WORDS[locale].home,
    locale,
    email: null,
    youtube: null,
    facebook: null,
    instagram: null,
    disclaimer: ERROR_WORDS[locale].failed.description,
  },
  menu: [],
  year: new Date().getUTCFullYear(),
})
