import { createElement } from '../../browser/create-element.ts'
import type { Strings } from '../../strings/strings.ts'

export const LIST_ID = 'search-list'

/**
 * The list of titles below the field of a search form, with a note above it. One title may be
 * chosen while the focus stays in the field.
 */
export function createTitleList(form: HTMLFormElement, input: HTMLInputElement, strings: Strings) {
  const list = createElement('div', {
    role: 'listbox',
    id: LIST_ID,
    'aria-label': strings.searchOptions,
  })
  const note = createElement('p', { class: 'search-note' })
  const newTab = createElement('p', { class: 'search-note new-tab', hidden: '' }, [
    strings.searchNewTab,
  ])
  const popup = createElement('div', { class: 'search-popup', hidden: '' }, [note, list, newTab])
  form.append(popup)
  // Pressing a mouse button on the list must not take the focus from the field.
  popup.addEventListener('mousedown', (event) => event.preventDefault())

  let chosen: HTMLAnchorElement | undefined
  const options = () => [...list.querySelectorAll('a')]

  function choose(option?: HTMLAnchorElement): void {
    if (chosen) chosen.ariaSelected = 'false'
    chosen = option
    input.setAttribute('aria-activedescendant', option?.id ?? '')
    if (!option) return
    option.ariaSelected = 'true'
    option.scrollIntoView({ block: 'nearest' })
  }

  return {
    isOpen: () => !popup.hidden,
    chosen: () => chosen,
    /** Shows the list if there is anything to show, or hides it. */
    setOpen(isOpen: boolean): void {
      const hasRows = list.childElementCount > 0
      const isShown = isOpen && (hasRows || note.textContent !== '')
      popup.hidden = !isShown
      newTab.hidden = !hasRows
      input.ariaExpanded = String(isShown && hasRows)
      if (!isShown) choose()
    },
    fill(rows: readonly HTMLElement[]): void {
      list.replaceChildren(...rows)
      for (const [at, option] of options().entries()) option.id = `search-option-${at}`
    },
    /** While the next answer is awaited, rows and note stay as they are. */
    setBusy(isBusy: boolean, text: string): void {
      choose()
      list.ariaBusy = String(isBusy)
      form.toggleAttribute('data-busy', isBusy)
      if (!isBusy) note.textContent = text
    },
    /** Chooses the next or previous title, in a circle. @returns false when there are no titles */
    move(step: 1 | -1): boolean {
      const all = options()
      const from = chosen ? all.indexOf(chosen) : step === 1 ? -1 : 0
      choose(all.at((from + step) % all.length))
      return all.length > 0
    },
  }
}
