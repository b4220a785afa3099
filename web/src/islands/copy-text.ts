import { createElement } from '../browser/create-element.ts'

/**
 * Copies a text: with the clipboard, else by selecting it, else by showing it to the reader.
 *
 * @param promptText tells a reader how to copy the text by hand; `{keys}` becomes the keys to press
 * @returns whether the text was copied; false after the prompt, whose outcome is unknown
 */
export async function copyText(text: string, promptText: string): Promise<boolean> {
  try {
    // It is absent outside a secure context, and fails where the reader or a frame forbids it.
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    if (copySelected(text)) return true
    prompt(promptText.replace('{keys}', copyKeys(navigator.userAgent)), text)
    return false
  }
}

/** @param userAgent on phones and tablets of Apple too, this contains “Mac OS X” */
export function copyKeys(userAgent: string): string {
  return /mac os x/i.test(userAgent) ? '⌘+C' : 'Ctrl+C'
}

/** Selects the text in an invisible element, then restores the reader's selection and focus. */
function copySelected(text: string): boolean {
  const selection = getSelection()
  if (!selection) return false
  const former = selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined
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
    if (former) selection.addRange(former)
  }
}
