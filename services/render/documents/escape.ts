const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML, also for a quoted attribute. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** Characters that XML 1.0 forbids even escaped: parsers reject any document with one of them. */
const NOT_IN_XML = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]|\p{Cs}/gu

/** Escapes text for XML, also for a quoted attribute. Removes characters that XML forbids. */
export const escapeXml = (text: string) => escapeHtml(text.replace(NOT_IN_XML, ''))

/** JSON for a `<script>` element: nothing in it can end the element or a line. */
export const scriptJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** An HTML comment that its text cannot end early. */
export const htmlComment = (text: string) =>
  `<!--${text
    .replace(/[<>]/g, ' ')
    .replace(/-(?=-)/g, '- ')
    .replace(/-$/, '- ')}-->`
