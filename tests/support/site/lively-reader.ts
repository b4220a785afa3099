/** For the browser: a reader who gives a sign at once, so that React need not be waited for. */
export const LIVELY_READER = `addEventListener('load', () => dispatchEvent(new Event('pointermove')))`
