import type { Page } from '#shared/contracts/page.ts'
import type { Shell } from '#shared/contracts/site.ts'

/** Everything from which the head of a document is made. */
export interface HeadInput {
  page: Page
  shell: Shell
  /** The public address of the site, without a slash at its end. */
  siteUrl: string
}
