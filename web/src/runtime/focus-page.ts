const WRAPPER_ID = 'gatsby-focus-wrapper'

/** Puts the keyboard at the start of the page, without moving what is seen. */
export function focusPage(): void {
  document.getElementById(WRAPPER_ID)?.focus({ preventScroll: true })
}
