/**
 * Cut after a word, with an ellipsis; a word that fills the line alone is cut between characters.
 *
 * @param longest in UTF-16 units, the ellipsis included
 */
export function cutAtWord(text: string, longest: number): string {
  if (text.length <= longest) return text
  const cut = text.slice(0, longest - 1)
  const whole = cut.isWellFormed() ? cut : cut.slice(0, -1)
  const space = whole.lastIndexOf(' ')
  return `${space > 0 ? whole.slice(0, space).trimEnd() : whole}…`
}
