export interface ListState {
  isOpen: boolean
  hasChosen: boolean
  hasText: boolean
}

export type KeyAction = 'next' | 'previous' | 'open' | 'close' | 'clear'

type Key = Pick<KeyboardEvent, 'key' | 'isComposing' | 'keyCode'>

/**
 * The code of a key that an input method handles; in Safari also of the key that ends a
 * composition.
 */
const INPUT_METHOD_KEY = 229

/** What a key does to the list of titles; `undefined` for keys that belong to the text field. */
export function keyAction(
  { key, isComposing, keyCode }: Key,
  { isOpen, hasChosen, hasText }: ListState,
): KeyAction | undefined {
  if (isComposing || keyCode === INPUT_METHOD_KEY) return undefined
  if (key === 'ArrowDown') return 'next'
  if (key === 'ArrowUp') return 'previous'
  if (key === 'Enter' && hasChosen) return 'open'
  if (key !== 'Escape') return undefined
  if (isOpen) return 'close'
  return hasText ? 'clear' : undefined
}
