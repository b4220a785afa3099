import { announce } from '../browser/announce.ts'
import { closestTo } from '../browser/closest-to.ts'
import { copyText } from './copy-text.ts'
import { showForAWhile } from './show-for-a-while.ts'

/** How long the button confirms a copy, as the specification says. */
const COPIED_MS = 3_000

/**
 * Makes every button with `data-copy-path` copy the address of that path, and one with
 * `data-copy-text` that text; one with `data-share` shares it by the sheet of the system. It listens
 * on the document, because React adds and removes buttons. Both texts of a button are in the markup;
 * an attribute that React does not know selects the visible one.
 */
export function startCopyLink(): void {
  const confirm = showForAWhile<HTMLElement>({
    forMs: COPIED_MS,
    show(button) {
      button.dataset.copied = ''
      announce(copiedText(button))
    },
    hide(button) {
      delete button.dataset.copied
      announce('', copiedText(button))
    },
  })

  document.addEventListener('click', async (event) => {
    const button = closestTo(event, '.copy-link')
    if (!button) return
    const { copyPath = '', copyText: text, copyPrompt = '', share, save } = button.dataset
    if (save) return (await import('./saved/open-saved.ts')).toggle(button)
    const copied = text ?? new URL(copyPath, location.href).href
    // It fails when the reader changes their mind.
    if (share && 'share' in navigator) navigator.share({ url: copied }).catch(() => {})
    else if (await copyText(copied, copyPrompt)) confirm(button)
  })
}

const copiedText = (button: HTMLElement) =>
  button.querySelector('.copy-link-done')?.textContent ?? ''
