import { escapeHtml } from '../escape.ts'

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
