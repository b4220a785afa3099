import type { PagePath } from '#shared/contracts/primitives.ts'

/** Addresses at which people expect an info page. */
export const ALIASES: Readonly<Record<PagePath, PagePath>> = {
  '/about': '/info/about-us',
  '/about-us': '/info/about-us',
  '/privacy': '/privacy-policy',
  '/terms-of-use': '/terms',
}
