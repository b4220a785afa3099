/** Why a part of an ad string is not shown. */
export type AdDropReason =
  /** The whole string: it is longer than 2 KB. */
  | 'too-long'
  /** The whole string: it has no valid link. */
  | 'no-link'
  /** A link beyond the 20 that a page shows. */
  | 'too-many-links'
  /** A link whose scheme is neither http nor https. */
  | 'link-scheme'
  /** A link with a user name or password in its address. */
  | 'link-credentials'
  /** A link with a malformed or incomplete address. */
  | 'link-address'
  /** A link without text. */
  | 'link-text'
  /** An element with all of its content. */
  | 'content'
  /** An element that only formats its text. The text is kept. */
  | 'element'
  | 'attribute'
  | 'comment'
  /** Characters not meant for readers, such as those that change the direction of text. */
  | 'control-character'
  /** The end of a text that is longer than 200 characters. */
  | 'text-cut'

export interface AdPartDropped {
  reason: AdDropReason
  /** A short hint for people: the name of an element, the scheme of an address. */
  detail: string
}
