const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it stands in HTML, or in a quoted attribute. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** What XML 1.0 forbids, even escaped: one of them, and no reader takes the document. */
const NOT_IN_XML = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]|\p{Cs}/gu

/** Text as it stands in XML, or in a quoted attribute, without the characters that XML forbids. */
export const escapeXml = (text: string) => escapeHtml(text.replace(NOT_IN_XML, ''))

/** JSON that cannot end the element it stands in, nor a line of a script. */
export const scriptJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** A comment that nothing in it can end before its end. */
export const htmlComment = (text: string) =>
  `<!--${text
    .replace(/[<>]/g, ' ')
    .replace(/-(?=-)/g, '- ')
    .replace(/-$/, '- ')}-->`
