import type { Token } from 'markdown-it'

/** The text that readers see: text, code and the alternative text of images. */
export function seenText(children: readonly Token[]): string {
  return children
    .map((child) => {
      if (child.type === 'softbreak' || child.type === 'hardbreak') return ' '
      return child.children ? seenText(child.children) : child.content
    })
    .join('')
    .trim()
}
