import type { Page } from '#shared/contracts/page.ts'
import type { Shell } from '#shared/contracts/site.ts'

/** What the head of a document says is made of this, and of nothing else. */
export interface HeadInput {
  page: Page
  shell: Shell
  /** The public address of the site, without a slash at its end. */
  siteUrl: string
}
