import { announce } from '../announce.ts'
import { closestTo } from '../closest-to.ts'
import { copyText } from './copy-text.ts'
import { createFleeting } from './fleeting.ts'

/** The specification's. */
const COPIED_MS = 3_000

/**
 * Makes every button with `data-copy-path` copy the address of that path. It listens on the
 * document, so buttons may come and go with React; their words are in the markup, and only an
 * attribute that React does not know says which of them shows.
 */
export function startCopyLink(): void {
  const tellCopied = createFleeting<HTMLElement>({
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
    if (await copyText(new URL(copyPath, location.href).href, copyPrompt)) tellCopied(button)
  })
}

const copiedText = (button: HTMLElement) =>
  button.querySelector('.copy-link-done')?.textContent ?? ''
