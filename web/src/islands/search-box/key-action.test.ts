import { expect, test } from 'vitest'
import { keyAction } from './key-action.ts'

const EMPTY = { isOpen: false, hasChosen: false, hasText: false }
const OPEN = { isOpen: true, hasChosen: false, hasText: true }
const CHOSEN = { isOpen: true, hasChosen: true, hasText: true }
const CLOSED = { isOpen: false, hasChosen: false, hasText: true }

test.each([
  ['ArrowDown', EMPTY, 'next'],
  ['ArrowUp', OPEN, 'previous'],
  ['Enter', CHOSEN, 'open'],
  ['Enter', OPEN, undefined],
  ['Escape', OPEN, 'close'],
  ['Escape', CLOSED, 'clear'],
  ['Escape', EMPTY, undefined],
  ['Home', CHOSEN, undefined],
])('%s in the state %o of the list means %s', (key, state, action) => {
  expect(keyAction({ key, isComposing: false, keyCode: 0 }, state)).toBe(action)
})

test.each([
  { isComposing: true, keyCode: 40 },
  { isComposing: false, keyCode: 229 },
])('a key of an input method is ignored: %o', (composition) => {
  expect(keyAction({ key: 'ArrowDown', ...composition }, CHOSEN)).toBeUndefined()
})
