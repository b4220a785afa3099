const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it stands in HTML or XML, or in a quoted attribute of either. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

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
