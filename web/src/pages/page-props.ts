import type { Page, PageOf } from '#shared/contracts/page.ts'

/** The properties of the component of a page kind. */
export interface PageProps<K extends Page['kind']> {
  page: PageOf<K>
}
