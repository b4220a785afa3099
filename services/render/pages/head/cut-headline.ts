/** More than this, and search engines cut by themselves. */
const MAX_LENGTH = 110
const ELLIPSIS = '…'

/** A title, cut after a word where it is longer than 110 UTF-16 units. */
export function cutHeadline(title: string): string {
  if (title.length <= MAX_LENGTH) return title
  const room = title.slice(0, MAX_LENGTH - ELLIPSIS.length + 1)
  const end = room.lastIndexOf(' ')
  // A word that fills the line is cut between characters, never within one.
  const kept = end > 0 ? room.slice(0, end) : room.slice(0, -1).replace(/[\ud800-\udbff]$/, '')
  return kept.trimEnd() + ELLIPSIS
}
