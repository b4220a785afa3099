/** What an attribute may be: numbers are rounded to a tenth of a pixel or so, which is not seen. */
export type Attributes = Readonly<Record<string, string | number | undefined>>

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** What XML cannot have at all. */
const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Text as XML and as HTML. */
export const escapeMarkup = (text: string) =>
  text.replaceAll(NO_XML, '').replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '')

export const round = (value: number) => Math.round(value * 10) / 10

/** An element of a picture. @param children elements or escaped text */
export function element(name: string, attributes: Attributes, ...children: string[]): string {
  const written = Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return []
    return ` ${key}="${typeof value === 'number' ? round(value) : escapeMarkup(value)}"`
  })
  return children.length === 0
    ? `<${name}${written.join('')}/>`
    : `<${name}${written.join('')}>${children.join('')}</${name}>`
}
