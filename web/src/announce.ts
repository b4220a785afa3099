const ANNOUNCER_ID = 'gatsby-announcer'

/**
 * Announces a text to screen readers, after what they are reading now.
 *
 * @param instead says it only if this is what was said last
 */
export function announce(text: string, instead?: string): void {
  const announcer = document.getElementById(ANNOUNCER_ID)
  if (!announcer || (instead !== undefined && announcer.textContent !== instead)) return
  // Setting the same text again would be announced again.
  if (announcer.textContent !== text) announcer.textContent = text
}
