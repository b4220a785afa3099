import type { Token } from 'markdown-it'

/** The text that readers see: text, code and the alternative text of images. */
export function seenText(children: readonly Token[]): string {
  let text = ''
  for (const { type, content, children: inner } of children) {
    if (type === 'softbreak' || type === 'hardbreak') text += ' '
    else text += inner ? seenText(inner) : content
  }
  return text.trim()
}
