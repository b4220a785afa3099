import type { Locale } from '#shared/contracts/primitives.ts'
import { createElement } from '../../create-element.ts'
import type { Strings } from '../../strings/strings.ts'
import { askSearch } from './ask-search.ts'
import { type Finding, followTyping } from './follow-typing.ts'
import { listTitles } from './list-titles.ts'
import { rememberAnswers } from './remember-answers.ts'

const LIST_ID = 'search-list'
/** What is said to those who do not see the list waits until the typing has come to rest. */
const SETTLED_MS = 600
/** The code of keys that a keyboard of composed texts has taken, in Safari also of the one that ends it. */
const ENDS_COMPOSITION = 229

interface SearchBox {
  form: HTMLFormElement
  input: HTMLInputElement
  strings: Strings
}

/**
 * Makes a combobox of the field of a search form: a list of titles under it, from which arrow keys
 * choose while the focus stays in the field. What was typed before counts too.
 */
export function openSearchBox({ form, input, strings }: SearchBox): void {
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
  const status = createElement('p', { class: 'visually-hidden', role: 'status' })
  form.append(popup, status)

  let active: HTMLAnchorElement | undefined
  let settling: ReturnType<typeof setTimeout> | undefined

  function activate(option?: HTMLAnchorElement): void {
    if (active) active.ariaSelected = 'false'
    active = option
    input.setAttribute('aria-activedescendant', option?.id ?? '')
    if (!option) return
    option.ariaSelected = 'true'
    option.scrollIntoView({ block: 'nearest' })
  }

  function setOpen(isOpen: boolean): void {
    const hasRows = list.childElementCount > 0
    const isShown = isOpen && (hasRows || note.textContent !== '')
    popup.hidden = !isShown
    newTab.hidden = !hasRows
    input.ariaExpanded = String(isShown && hasRows)
    if (!isShown) activate()
  }

  function show(finding: Finding): void {
    const isAwaited = finding.is === 'awaited'
    if (finding.is === 'found') fill(listTitles(finding.answer, strings, locale))
    else if (!isAwaited && finding.is !== 'failed') fill([])
    activate()
    list.ariaBusy = String(isAwaited)
    form.toggleAttribute('data-busy', isAwaited)
    if (!isAwaited) note.textContent = noteOf(finding, strings)
    // The reader may have left the field while the answer was on its way.
    setOpen(document.activeElement === input)

    clearTimeout(settling)
    status.textContent = ''
    settling = setTimeout(() => {
      status.textContent = statusOf(finding, strings)
    }, SETTLED_MS)
  }

  function fill(rows: readonly HTMLElement[]): void {
    list.replaceChildren(...rows)
    for (const [at, option] of options().entries()) option.id = `search-option-${at}`
  }

  const options = () => [...list.querySelectorAll('a')]

  function move(step: 1 | -1): void {
    const all = options()
    const from = active ? all.indexOf(active) : step === 1 ? -1 : 0
    activate(all.at((from + step) % all.length))
  }

  // The tags of our locales are our locales, but for the stroke; `loadStrings` knows no others.
  const locale = strings.languageTag.replace('-', '_') as Locale
  const follow = followTyping({ memory: rememberAnswers(locale), ask: askSearch, show })
  const followInput = () => follow(input.value)
  const reopen = () => {
    followInput()
    setOpen(true)
  }

  // Also while a text is composed: the keyboards of phones compose each word until the blank after it.
  input.addEventListener('input', followInput)
  input.addEventListener('click', reopen)
  input.addEventListener('blur', () => {
    // It stays the active element when the reader only looks at another tab or window.
    if (document.activeElement !== input) setOpen(false)
  })
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || event.keyCode === ENDS_COMPOSITION) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (popup.hidden) reopen()
      if (list.childElementCount === 0) return
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && active) {
      // At once, as a click of the reader: pop-up blockers know the difference.
      active.click()
    } else if (event.key === 'Escape' && !popup.hidden) {
      setOpen(false)
    } else if (event.key === 'Escape' && input.value !== '') {
      input.value = ''
      follow('')
    } else return
    event.preventDefault()
  })
  // A press on the list leaves the focus where it is.
  popup.addEventListener('mousedown', (event) => event.preventDefault())
  form.addEventListener('reset', () => follow(''))

  const combobox = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': LIST_ID,
    'aria-expanded': 'false',
  }
  for (const [name, value] of Object.entries(combobox)) input.setAttribute(name, value)
  followInput()
}

function noteOf(finding: Finding, strings: Strings): string {
  if (finding.is === 'too-long') return strings.searchTooLong
  if (finding.is === 'failed') return strings.searchUnavailable
  if (finding.is !== 'found' || finding.answer.total > 0) return ''
  return strings.searchNone(finding.answer.query)
}

function statusOf(finding: Finding, strings: Strings): string {
  if (finding.is !== 'found') return noteOf(finding, strings)
  const { total, suggestions } = finding.answer
  const found = total > 0 ? strings.articleCount(total) : noteOf(finding, strings)
  if (suggestions.length === 0) return found
  return `${found}${total > 0 ? ', ' : ' '}${strings.searchSimilarCount(suggestions.length)}`
}
