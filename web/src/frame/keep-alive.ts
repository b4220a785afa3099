/** Elements that the islands listen to, and that hold what the reader has typed. */
const ALIVE = ['form[role=search]', '.menu-button']
/** One of those as well, but what stands in it is new. */
const PANEL = '.menu-panel'

/** Gives a new header the living elements of the former one in the place of its own. */
export function keepAlive(former: Element, made: Element): void {
  for (const selector of [...ALIVE, PANEL]) {
    const living = former.querySelector(selector)
    const still = made.querySelector(selector)
    if (!living || !still) continue
    if (selector === PANEL) living.replaceChildren(...still.childNodes)
    still.replaceWith(living)
  }
}
