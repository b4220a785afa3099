const ANNOUNCER_ID = 'gatsby-announcer'

/**
 * Announces a text to screen readers, after what they are reading now.
 *
 * @param former announce only if this was the last announcement
 */
export function announce(text: string, former?: string): void {
  const announcer = document.getElementById(ANNOUNCER_ID)
  if (!announcer || (former !== undefined && announcer.textContent !== former)) return
  // Screen readers would announce the same text again if it were set again.
  if (announcer.textContent !== text) announcer.textContent = text
}
