/**
 * Cut at a word, with an ellipsis.
 *
 * @param longest in characters, the ellipsis included
 */
export function cutAtWord(text: string, longest: number): string {
  if (text.length <= longest) return text
  const cut = text.slice(0, longest - 1)
  const whole = cut.isWellFormed() ? cut : cut.slice(0, -1)
  const space = whole.lastIndexOf(' ')
  return `${space > 0 ? whole.slice(0, space) : whole}…`
}
