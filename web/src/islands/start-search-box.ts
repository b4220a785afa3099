import { loadStrings } from '../strings/load-strings.ts'

/**
 * The search form of the header works by itself. When the reader first goes to it, the list of
 * titles under it is loaded, together with its words.
 */
export function startSearchBox(): void {
  const form = document.querySelector<HTMLFormElement>('.site-header form[role=search]')
  const input = form?.querySelector('input')
  if (!form || !input) return

  const load = async () => {
    const { lang } = document.documentElement
    const [{ openSearchBox }, strings] = await Promise.all([
      import('./search-box/search-box.ts'),
      loadStrings(lang),
    ])
    openSearchBox({ form, input, strings })
  }
  if (document.activeElement === input) load()
  else input.addEventListener('focus', load, { once: true })

  addEventListener('pageshow', ({ persisted }) => {
    // Who comes back to the page as it was finds the field as it began.
    if (persisted) form.reset()
  })
}
