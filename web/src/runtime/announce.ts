const ANNOUNCER_ID = 'gatsby-announcer'

/** Says something to readers who do not see the page, once they are done listening. */
export function announce(text: string): void {
  const announcer = document.getElementById(ANNOUNCER_ID)
  if (announcer && announcer.textContent !== text) announcer.textContent = text
}

/** What the page that is shown is called. */
export const pageHeading = (): string =>
  document.querySelector('#gatsby-focus-wrapper h1')?.textContent || document.title
