import type { Locale } from '#shared/contracts/primitives.ts'
import { languageTag } from '#shared/text/language-tag.ts'
import { ownLanguage } from '../../browser/translated.ts'
import { loadStrings } from '../../strings/load-strings.ts'
import { SAVED_WORDS } from '../../strings/saved-words.ts'
import { keepOfflineLater } from './keep-offline.ts'
import { askWhatIsKept, listSaved, openList } from './list-saved.ts'
import type { ListWords } from './list-words.ts'
import { markButton, toggleSaved } from './saved-button.ts'
import { readSaved, SAVED_KEY } from './saved-list.ts'

// Loaded when a reader saves an article, or has saved one: others do without it.

/** Shows on the page what is saved. */
export async function showSaved(): Promise<void> {
  const words = await loadWords()
  markButton(words.words)
  const region = document.querySelector<HTMLElement>('.saved')
  if (!region || 'listed' in region.dataset) return
  region.dataset.listed = ''
  await openList(words)
}

/** The button below an article was clicked. */
export async function toggle(button: HTMLElement): Promise<void> {
  await toggleSaved(button, (await loadWords()).words)
}

async function loadWords(): Promise<ListWords> {
  const strings = await loadStrings(ownLanguage())
  const [, words] =
    Object.entries(SAVED_WORDS).find(
      ([locale]) => languageTag(locale as Locale) === strings.languageTag,
    ) ?? []
  return { strings, words: words ?? SAVED_WORDS.en_US }
}

async function showChange(): Promise<void> {
  const words = await loadWords()
  markButton(words.words)
  listSaved(words)
  await askWhatIsKept(words)
}

// Another tab has changed the list, or the browser shows a page as it was left.
addEventListener('storage', ({ key }) => (key ?? SAVED_KEY) === SAVED_KEY && showChange())
addEventListener('pageshow', ({ persisted }) => persisted && showChange())
// What was removed may be had back until the reader leaves, also without a connection.
addEventListener('pagehide', () => {
  try {
    keepOfflineLater(readSaved())
  } catch {
    // A browser that forbids to read the list has never kept one.
  }
})
