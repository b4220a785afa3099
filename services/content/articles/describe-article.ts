import type { PagePath } from '#shared/contracts/primitives.ts'
import { cutAtWord } from '#shared/text/cut-at-word.ts'
import { fnvHash } from '#shared/text/fnv-hash.ts'

/** Where a description taken from the text is cut, in characters. */
const LONGEST = 155
/** One of them begins a description that nobody wrote; titles have none. */
export const DESCRIPTION_EMOJIS = ['📈', '💡', '💰', '📊'] as const

/**
 * What an article says of itself that says nothing: the beginning of its text or, where that has no
 * paragraph, its title and what the site is about.
 */
export function describeArticle(
  firstParagraph: string,
  { path, title, tagline }: { path: PagePath; title: string; tagline: string },
): string {
  if (firstParagraph !== '') return cutAtWord(firstParagraph, LONGEST)
  const emoji = DESCRIPTION_EMOJIS[fnvHash(path) % DESCRIPTION_EMOJIS.length]
  return cutAtWord(`${emoji} ${[title, tagline].filter(Boolean).join('. ')}`, LONGEST)
}
