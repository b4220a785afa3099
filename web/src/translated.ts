/** The language in which the server wrote the document, as a tag; translators change its `lang`. */
export const ownLanguage = (): string => document.documentElement.dataset.language ?? ''

/**
 * Whether a browser or an extension has put words of another language into the page. React would
 * undo that, or show half of the next page in each language, so such a page is left to the browser.
 *
 * Translators change the language of the document, and Google's and Microsoft's mark what they
 * wrote: no text of ours has a `font` element.
 */
export const isTranslated = (): boolean =>
  document.documentElement.lang !== ownLanguage() ||
  document.querySelector('main font, [_msttexthash]') !== null
