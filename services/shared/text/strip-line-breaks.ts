/** A title on one line: line breaks are removed, not replaced, and blanks around it go too. */
export function stripLineBreaks(text: string): string {
  return text.replace(/[\r\n]/g, '').trim()
}
