import { escapeHtml } from '../escape.ts'

type Attributes = Readonly<Record<string, string>>

const tag = (name: string, attributes: Attributes) =>
  `<${name} ${Object.entries(attributes)
    .map(([attribute, value]) => `${attribute}="${escapeHtml(value)}"`)
    .join(' ')}>`

export const link = (attributes: Attributes) => tag('link', attributes)
export const meta = (name: string, content: string) => tag('meta', { name, content })
export const property = (name: string, content: string) => tag('meta', { property: name, content })

/** The same, marked as what the browser replaces when the reader goes on to another page. */
export const ofPage = (html: string) => html.replace(/>$/, ' data-gatsby-head="true">')
