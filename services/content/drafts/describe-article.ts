import type { PagePath } from '#shared/contracts/primitives.ts'
import { cutAtWord } from '#shared/text/cut-at-word.ts'
import { fnvHash } from '#shared/text/fnv-hash.ts'

/** The longest default description, in characters. */
const LONGEST = 155
/** One of these begins a default description made from a title. Titles contain none of them. */
const DESCRIPTION_EMOJIS = ['📈', '💡', '💰', '📊'] as const

/**
 * The default description: the beginning of the text or, without a paragraph, title and tagline.
 */
export function describeArticle(
  firstParagraph: string,
  { path, title, tagline }: { path: PagePath; title: string; tagline: string },
): string {
  if (firstParagraph !== '') return cutAtWord(firstParagraph, LONGEST)
  const emoji = DESCRIPTION_EMOJIS[fnvHash(path) % DESCRIPTION_EMOJIS.length]
  return cutAtWord(`${emoji} ${[title, tagline].filter(Boolean).join('. ')}`, LONGEST)
}
