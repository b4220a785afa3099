/** The language in which the server wrote the document, as a tag; translators change its `lang`. */
export const ownLanguage = (): string => document.documentElement.dataset.language ?? ''

/**
 * Whether a browser or an extension has translated the page. React would undo that, or show half of
 * the next page in each language, so links of such a page load documents.
 *
 * Translators change the language of the document. Those of Google and Microsoft also mark their
 * text, Google with `font` elements, which this site does not use.
 */
export const isTranslated = (): boolean =>
  document.documentElement.lang !== ownLanguage() ||
  document.querySelector('main font, [_msttexthash]') !== null
