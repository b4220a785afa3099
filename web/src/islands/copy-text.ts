import { createElement } from '../create-element.ts'

/**
 * Copies a text: as modern browsers do, then as old ones do, or else shows it to the reader.
 *
 * @param promptText what to tell a reader who must do it by hand; `{keys}` becomes the keys
 * @returns whether it was certainly copied; false after the prompt, whose outcome is unknown
 */
export async function copyText(text: string, promptText: string): Promise<boolean> {
  try {
    // Absent outside a secure context, and refused where the reader or a frame does not allow it.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    if (copySelected(text)) return true
    prompt(promptText.replace('{keys}', copyKeys(navigator.userAgent)), text)
    return false
  }
}

/** @param userAgent phones and tablets of Apple name the system too: “like Mac OS X” */
export function copyKeys(userAgent: string): string {
  return /mac os x/i.test(userAgent) ? '⌘+C' : 'Ctrl+C'
}

/** Selects the text in an invisible element, then restores the reader's selection and focus. */
function copySelected(text: string): boolean {
  const selection = getSelection()
  if (!selection) return false
  const kept = selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined
  const holder = createElement('span', { class: 'copy-holder' }, [text])
  document.body.append(holder)
  selection.selectAllChildren(holder)
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    holder.remove()
    selection.removeAllRanges()
    if (kept) selection.addRange(kept)
  }
}
