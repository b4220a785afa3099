/** In UTF-16 units: enough to know what it is about. */
const SHOWN_CHARACTERS = 160
/** What is shown before the first word that differs. */
const CHARACTERS_BEFORE = 40

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/**
 * What an edit says, in quotes and in one line. Of a longer text, the part that it has changed first.
 *
 * @param before what stood there before the edit
 */
export function shownEdit(edited: string, before: string): string {
  const text = inOneLine(edited)
  if (text === '') return 'nothing'
  if (text.length <= SHOWN_CHARACTERS) return `"${text}"`
  const former = inOneLine(before)
  let same = 0
  while (same < text.length && text[same] === former[same]) same += 1
  const from = text.lastIndexOf(' ', Math.max(0, same - CHARACTERS_BEFORE)) + 1
  const part = text.slice(from, from + SHOWN_CHARACTERS).toWellFormed()
  const [left, right] = [from > 0 ? '…' : '', from + SHOWN_CHARACTERS < text.length ? '…' : '']
  return `"${left}${part}${right}"`
}
