import { announce } from '../browser/announce.ts'
import { closestTo } from '../browser/closest-to.ts'
import { copyText } from './copy-text.ts'
import { showForAWhile } from './show-for-a-while.ts'

/** How long the button confirms a copy, as the specification says. */
const COPIED_MS = 3_000

/**
 * Makes every button with `data-copy-path` copy the address of that path. It listens on the
 * document, because React adds and removes buttons. Both texts of a button are in the markup; an
 * attribute that React does not know selects the visible one.
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
    const button = closestTo(event, '[data-copy-path]')
    if (!button) return
    const { copyPath = '', copyPrompt = '' } = button.dataset
    if (await copyText(new URL(copyPath, location.href).href, copyPrompt)) confirm(button)
  })
}

const copiedText = (button: HTMLElement) =>
  button.querySelector('.copy-link-done')?.textContent ?? ''
