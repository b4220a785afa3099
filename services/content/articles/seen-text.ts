import type { Token } from 'markdown-it'

/** What a reader sees of the parts of an inline token: text, code and what images say instead of themselves. */
export function seenText(children: readonly Token[]): string {
  return children
    .map((child) => {
      if (child.type === 'softbreak' || child.type === 'hardbreak') return ' '
      return child.children ? seenText(child.children) : child.content
    })
    .join('')
    .trim()
}
