import type { SavedPage } from '#shared/contracts/page.ts'
import { newPageSeo, type PageScope } from './page-scope.ts'

/** The page on which each browser lists what its reader has saved. */
export const showSavedPage = (scope: PageScope): SavedPage => ({
  kind: 'saved',
  path: '/saved',
  seo: { ...newPageSeo(scope, 'saved'), noindex: true },
})
