import { closestTo } from '../browser/closest-to.ts'
import { ownLanguage } from '../browser/translated.ts'
import { loadStrings } from '../strings/load-strings.ts'

/**
 * The search form of the header works without scripts. When the reader first focuses it, the list
 * of titles is loaded, together with its texts.
 */
export function startSearchBox(): void {
  const form = document.querySelector<HTMLFormElement>('.site-header form[role=search]')
  const input = form?.querySelector('input')
  if (!form || !input) return

  let isLoaded = false
  const load = async () => {
    if (isLoaded) return
    isLoaded = true
    try {
      const [{ openSearchBox }, strings] = await Promise.all([
        import('./search-box/search-box.ts'),
        loadStrings(ownLanguage()),
      ])
      openSearchBox({ form, input, strings })
    } catch {
      // The form works without the list. The next focus or input loads it again.
      isLoaded = false
    }
  }
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event))
      return
    event.preventDefault()
    input.focus()
  })
  if (document.activeElement === input) load()
  for (const kind of ['focus', 'input']) input.addEventListener(kind, load)

  addEventListener('pageshow', ({ persisted }) => {
    // Clear the field when the page is restored from the back/forward cache.
    if (persisted) form.reset()
  })
}

/** Whether the key is typed into a text. */
const isTyping = (event: KeyboardEvent) =>
  closestTo(event, 'input, textarea, select, [contenteditable]') !== null
