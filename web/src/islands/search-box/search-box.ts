import type { Locale } from '#shared/contracts/primitives.ts'
import { createElement } from '../../browser/create-element.ts'
import type { Strings } from '../../strings/strings.ts'
import { createAnswerCache } from './answer-cache.ts'
import { askSearch } from './ask-search.ts'
import { followTyping, type SearchState } from './follow-typing.ts'
import { keyAction } from './key-action.ts'
import { listTitles } from './list-titles.ts'
import { noteOf, statusOf } from './search-messages.ts'
import { createTitleList, LIST_ID } from './title-list.ts'

/** A result is announced to screen readers once the reader has not typed for this long. */
const ANNOUNCE_AFTER_MS = 600

const COMBOBOX = {
  role: 'combobox',
  'aria-autocomplete': 'list',
  'aria-controls': LIST_ID,
  'aria-expanded': 'false',
}

interface SearchBox {
  form: HTMLFormElement
  input: HTMLInputElement
  strings: Strings
}

/**
 * Turns the field of a search form into a combobox: a list of titles opens under it, from which
 * arrow keys choose while the focus stays in the field. Text that was typed before this is searched
 * too.
 */
export function openSearchBox({ form, input, strings }: SearchBox): void {
  // The language tag of a locale is its name with a hyphen; `loadStrings` knows no other tags.
  const locale = strings.languageTag.replace('-', '_') as Locale
  const list = createTitleList(form, input, strings)
  const announce = createStatus(form)
  const setText = followTyping({ cache: createAnswerCache(locale), ask: askSearch, show })
  const readInput = () => setText(input.value)
  const reopen = () => {
    readInput()
    list.setOpen(true)
  }

  function show(state: SearchState): void {
    const isAwaited = state.is === 'awaited'
    if (state.is === 'found') list.fill(listTitles(state.answer, strings, locale))
    else if (!isAwaited && state.is !== 'failed') list.fill([])
    list.setBusy(isAwaited, noteOf(state, strings))
    // The reader may have left the field while the answer was on its way.
    list.setOpen(document.activeElement === input)
    announce(() => statusOf(state, strings))
  }

  function handleKey(event: KeyboardEvent): void {
    const chosen = list.chosen()
    const isOpen = list.isOpen()
    const state = { isOpen, hasChosen: chosen !== undefined, hasText: input.value !== '' }
    const action = keyAction(event, state)
    if (!action) return
    if (action === 'close') list.setOpen(false)
    else if (action === 'clear') {
      input.value = ''
      readInput()
    } else if (action === 'open') {
      // Synchronous, because pop-up blockers only accept a click during the key event.
      chosen?.click()
    } else {
      if (!isOpen) reopen()
      // Above an empty list, arrow keys move the caret in the field.
      if (!list.move(action === 'next' ? 1 : -1)) return
    }
    event.preventDefault()
  }

  // During a composition too: the keyboards of phones compose every word up to the blank after it.
  input.addEventListener('input', readInput)
  input.addEventListener('click', reopen)
  input.addEventListener('blur', () => {
    // The field stays the active element when the reader only changes to another tab or window.
    if (document.activeElement !== input) list.setOpen(false)
  })
  input.addEventListener('keydown', handleKey)
  form.addEventListener('reset', () => setText(''))
  for (const [name, value] of Object.entries(COMBOBOX)) input.setAttribute(name, value)
  readInput()
}

/** @returns a function that announces a text to screen readers, once the typing has paused */
function createStatus(form: HTMLFormElement) {
  const status = createElement('p', { class: 'visually-hidden', role: 'status' })
  form.append(status)
  let timer: ReturnType<typeof setTimeout> | undefined
  return (write: () => string) => {
    clearTimeout(timer)
    status.textContent = ''
    timer = setTimeout(() => {
      status.textContent = write()
    }, ANNOUNCE_AFTER_MS)
  }
}
