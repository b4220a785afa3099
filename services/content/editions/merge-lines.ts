import { mergeTexts, paragraphsOf, type TextConflict } from './merge-texts.ts'

/**
 * Merges two files that came from one: data line by line, the text of a page paragraph by paragraph,
 * because two changes of one wrapped sentence would become a third. Changes of neighbouring lines are a
 * conflict: a value and its date belong together.
 *
 * @param isPage whether it is Markdown; its front matter is merged by lines
 * @returns to the byte what one side has, where the other has changed nothing
 */
export function mergeLines(
  { ours, base, edited }: { ours: string; base: string; edited: string },
  isPage: boolean,
): { text: string; conflicts: TextConflict[] } {
  if (ours === base) return { text: edited, conflicts: [] }
  return mergeTexts(ours, base, edited, isPage ? partsOfPage : linesIn)
}

const linesIn = (text: string): string[] => text.split(/(?<=\n)/)

const FRONT_MATTER = /^[\s\S]*?\n---\n\n*/

function partsOfPage(text: string): string[] {
  const begins = FRONT_MATTER.exec(text)?.[0].length ?? 0
  return [...linesIn(text.slice(0, begins)), ...paragraphsOf(text.slice(begins))]
}
