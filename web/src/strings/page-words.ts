import type { Locale } from '#shared/contracts/primitives.ts'
import { useStrings } from './strings-context.ts'

/**
 * The words of one kind of page. They come with its component, in all languages, so that readers of other
 * pages do not load them.
 */
export function usePageWords<Words>(words: Readonly<Record<Locale, Words>>): Words {
  const { languageTag } = useStrings()
  return new Map(Object.entries(words)).get(languageTag.replace('-', '_')) ?? words.en_US
}
