import { closestTo } from '../closest-to.ts'
import { loadStrings } from '../strings/load-strings.ts'
import { ownLanguage } from '../translated.ts'

/**
 * The search form of the header works by itself. When the reader first goes to it, the list of
 * titles under it is loaded, together with its words.
 */
export function startSearchBox(): void {
  const form = document.querySelector<HTMLFormElement>('.site-header form[role=search]')
  const input = form?.querySelector('input')
  if (!form || !input) return

  let isOpen = false
  const load = async () => {
    if (isOpen) return
    isOpen = true
    try {
      const [{ openSearchBox }, strings] = await Promise.all([
        import('./search-box/search-box.ts'),
        loadStrings(ownLanguage()),
      ])
      openSearchBox({ form, input, strings })
    } catch {
      // The form works without it, and the next visit to the field, or key in it, tries again.
      isOpen = false
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

/** Whether the key is a character of a text. */
const isTyping = (event: KeyboardEvent) =>
  closestTo(event, 'input, textarea, select, [contenteditable]') !== null
