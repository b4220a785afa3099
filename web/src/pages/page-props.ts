import type { Page, PageOf } from '#shared/contracts/page.ts'

/** What the component of a page kind is given. */
export interface PageProps<K extends Page['kind']> {
  page: PageOf<K>
}
