import {
  ERROR_PATH,
  type ErrorPage,
  NOT_FOUND_PATH,
  type NotFoundPage,
} from '#shared/contracts/page.ts'
import type { Shell } from '#shared/contracts/site.ts'

export const ERROR_PAGE: ErrorPage = {
  kind: 'error',
  path: ERROR_PATH,
  seo: {
    title: 'Something went wrong',
    description: 'This page could not be shown. Please try again in a moment.',
    noindex: true,
  },
}

/** Stands in for the editors' own not-found page while that one has never been seen. */
export const BARE_NOT_FOUND_PAGE: NotFoundPage = {
  kind: 'not-found',
  path: NOT_FOUND_PATH,
  seo: { title: 'Page not found', description: 'There is no page at this address.', noindex: true },
  more: [],
}

/** Header and footer for a render service that has never reached the content service. */
export const BARE_SHELL: Shell = {
  site: {
    title: 'Home',
    tagline: 'Home',
    locale: 'en_US',
    email: null,
    youtube: null,
    facebook: null,
    instagram: null,
    disclaimer: 'This page could not be shown. Please try again in a moment.',
  },
  menu: [],
  year: new Date().getUTCFullYear(),
}
