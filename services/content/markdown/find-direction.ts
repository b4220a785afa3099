import type { Token } from 'markdown-it'
import { DIRECTION } from '#shared/text/direction.ts'

/**
 * The first character that turns the direction of a text. In what the parser made, because Markdown
 * may write a character by its number, and addresses are shown decoded.
 */
export function findDirection(tokens: readonly Token[]): string | undefined {
  for (const { content, children, info, attrs } of tokens) {
    // The content of a token with children is as written.
    const found = children
      ? findDirection(children)
      : (DIRECTION.exec(content) ?? DIRECTION.exec(info))?.[0]
    if (found !== undefined) return found
    for (const [, value] of attrs ?? []) {
      const [character] = DIRECTION.exec(String(value)) ?? []
      if (character !== undefined) return character
    }
  }
  return undefined
}
