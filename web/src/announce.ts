const ANNOUNCER_ID = 'gatsby-announcer'

/**
 * Says something to readers who do not see the page, once they are done listening.
 *
 * @param instead says it only if this is what was said last
 */
export function announce(text: string, instead?: string): void {
  const announcer = document.getElementById(ANNOUNCER_ID)
  if (!announcer || (instead !== undefined && announcer.textContent !== instead)) return
  // The same text again would be a change, and be read again.
  if (announcer.textContent !== text) announcer.textContent = text
}
