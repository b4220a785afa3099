/** A title on one line: line breaks are removed, not replaced, and blanks around it go too. */
export function stripLineBreaks(text: string): string {
  return text.replace(/[\r\n]/g, '').trim()
}

/** What becomes one word when line breaks are taken out: of `Bonds\nand stocks`, `Bondsand`. */
export const wordsJoined = (text: string): string[] =>
  (text.match(/(?<!\S)\S+(?:[\r\n]+\S+)+/g) ?? [])
    // After a hyphen nothing is missing.
    .filter((words) => /[^\s\p{Pd}][\r\n]+\S/u.test(words))
    .map(stripLineBreaks)
