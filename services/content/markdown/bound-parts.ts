/*
 * Promise: a text that was made to be costly is refused in time (services/decisions/0046).
 * Upstream: markdown-it has no limit of its own. Texts whose parsing takes quadratic time are mended
 * one by one: https://github.com/markdown-it/markdown-it/issues/732
 * Relies on: the fields `State` of a parser's `block` and `inline`, their methods `push` and
 * `pushPending`, and the methods `inline.skipToken`, `inline.parse` and `linkify.match` being looked
 * up for each call. Only the one parser that is passed in is changed.
 */

import type { MarkdownIt, Token } from 'markdown-it'

/**
 * The most parts of a text: tokens of the parser, and places that it looks at twice. A part takes some
 * 500 bytes and 5 µs, so no text takes much more than 50 MB and half a second, however it is made.
 * A long article has a few thousand.
 */
const MAX_PARTS = 100_000
/** Images within the words of images, each of which is a parser within another. */
const MAX_NESTED = 20

class TooManyParts extends Error {}

/**
 * Has a parser count what it makes.
 *
 * @returns a function that parses a text, or gives up and returns `undefined` once it has too many parts
 */
export function boundParts(markdown: MarkdownIt): (source: string) => Token[] | undefined {
  const { block, inline, linkify } = markdown
  let left = 0
  let nested = 0
  function spend(parts: number): void {
    left -= parts
    if (left < 0) throw new TooManyParts()
  }

  block.State = class extends block.State {
    override push(type: string, tag: string, nesting: Token['nesting']): Token {
      spend(1)
      return super.push(type, tag, nesting)
    }
  }
  inline.State = class extends inline.State {
    override push(type: string, tag: string, nesting: Token['nesting']): Token {
      spend(1)
      return super.push(type, tag, nesting)
    }

    override pushPending(): Token {
      spend(1)
      return super.pushPending()
    }
  }
  // Called for what may be the words of a link, which is parsed once more if it is one.
  const skipToken = inline.skipToken.bind(inline)
  inline.skipToken = (state) => {
    spend(1)
    skipToken(state)
  }
  const parse = inline.parse.bind(inline)
  inline.parse = (...given) => {
    nested += 1
    if (nested > MAX_NESTED) throw new TooManyParts()
    parse(...given)
    nested -= 1
  }
  // Addresses that become links by themselves get their tokens from code that does not count.
  const match = linkify.match.bind(linkify)
  linkify.match = (text) => {
    const found = match(text)
    spend((found?.length ?? 0) * 4)
    return found
  }

  return (source) => {
    left = MAX_PARTS
    nested = 0
    try {
      return markdown.parse(source, {})
    } catch (error) {
      if (error instanceof TooManyParts) return undefined
      throw error
    }
  }
}
