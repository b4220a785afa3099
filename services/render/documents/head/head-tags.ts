import type { Page } from '#shared/contracts/page.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { escapeHtml } from '../escape.ts'

/** Everything from which the head of a document is made. */
export interface HeadInput {
  page: Page
  shell: Shell
  /** The public address of the site, without a slash at its end. */
  siteUrl: string
}

export const link = (attributes: Readonly<Record<string, string>>) =>
  `<link ${Object.entries(attributes)
    .map(([attribute, value]) => `${attribute}="${escapeHtml(value)}"`)
    .join(' ')}>`
// Written out for speed: a page has thirty of these.
export const meta = (name: string, content: string) =>
  `<meta name="${name}" content="${escapeHtml(content)}">`
export const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeHtml(content)}">`

/** The same tag, marked to be replaced when the reader goes to another page. */
export const ofPage = (tag: string) => `${tag.slice(0, -1)} data-gatsby-head="true">`
