import { diff3Merge } from 'node-diff3'
import { isComparable } from './is-comparable.ts'

/** A place where both have changed the same paragraph, or have written something at the same place. */
export interface TextConflict {
  /** Lines of our text above it. */
  line: number
  ours: string
  edited: string
  /** What both came from. */
  base: string
}

/**
 * Merges two texts that came from one, paragraph by paragraph. A table and a list without empty lines
 * are a paragraph each.
 *
 * @param base what both came from
 * @param split into the parts that are compared, paragraphs unless given; joined they are the text
 * @returns the text with the changes of both, in a conflict with ours; line ends are those of `ours`
 */
export function mergeTexts(
  ours: string,
  base: string,
  edited: string,
  split = paragraphsOf,
): { text: string; conflicts: TextConflict[] } {
  if (ours === edited || base === edited) return { text: ours, conflicts: [] }
  const [a, o, b] = [ours, base, edited].map((text) => split(text.replaceAll('\r\n', '\n')))
  if (!a || !o || !b || !isComparable(a, o) || !isComparable(b, o)) {
    return { text: ours, conflicts: [{ line: 0, ours, edited, base }] }
  }
  const merged: string[] = []
  const agreed: string[] = []
  const conflicts: TextConflict[] = []
  for (const { ok, conflict } of diff3Merge(a, o, b, { excludeFalseConflicts: true })) {
    merged.push(...(ok ?? conflict?.a ?? []))
    agreed.push(...(ok ?? []))
    if (!conflict) continue
    const above = a.slice(0, conflict.aIndex).join('')
    const lines = above.split('\n').length - 1
    conflicts.push({
      line: lines,
      ours: conflict.a.join(''),
      edited: conflict.b.join(''),
      base: conflict.o.join(''),
    })
  }
  // Lines are too short to tell one from another.
  if (split === paragraphsOf) conflicts.push(...revived({ agreed, ours: a, base: o, edited: b }))
  const text = merged.join('')
  return { text: ours.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text, conflicts }
}

/**
 * What one side has taken out, and the other has moved: at its new place it looks like something new.
 *
 * @param parts of each text
 */
function revived(
  parts: Readonly<Record<'agreed' | 'ours' | 'base' | 'edited', readonly string[]>>,
): TextConflict[] {
  const { agreed, base, ours, edited } = parts
  const [inOurs, inEdited, former] = [new Set(ours), new Set(edited), new Set(base)]
  const isRevived = (part: string) =>
    part.trim() !== '' && former.has(part) && !(inOurs.has(part) && inEdited.has(part))
  return [...new Set(agreed.filter(isRevived))].map((part) => ({
    line:
      ours
        .slice(0, Math.max(0, ours.indexOf(part)))
        .join('')
        .split('\n').length - 1,
    ours: inOurs.has(part) ? part : '',
    edited: inEdited.has(part) ? part : '',
    base: part,
  }))
}

/** Paragraphs and what is between them, in turn. */
export const paragraphsOf = (text: string): string[] => text.split(/(\n(?:[ \t]*\n)+)/)
