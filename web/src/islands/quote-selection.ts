import { closestTo } from '../browser/closest-to.ts'

/** In characters: programs for mail refuse long addresses. */
const MAX_QUOTE = 300

/**
 * Puts the words that a reader has selected last into the mail about a mistake (`data-quote`). A tap on
 * the link takes the selection away, so it is remembered, for its page.
 */
export function quoteSelection(): void {
  let [words, page] = ['', '']
  document.addEventListener('selectionchange', () => {
    const selected = String(getSelection()).trim()
    if (selected) [words, page] = [selected, location.pathname]
  })
  document.addEventListener('click', (event) => {
    const link = closestTo<HTMLAnchorElement>(event, '[data-quote]')
    if (!link || page !== location.pathname) return
    // The body of the mail begins with the address of the article and an empty line.
    const [before] = link.href.split('%0A%0A')
    link.href = before + encodeURIComponent(`\n\n“${[...words].slice(0, MAX_QUOTE).join('')}”\n\n`)
  })
}
