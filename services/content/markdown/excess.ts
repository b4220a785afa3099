/** What a text may have too much of. */
export type Excess = 'addresses' | 'parts'

/** Why such a text is refused, as the end of a sentence about it. */
export const EXCESS_MESSAGES: Readonly<Record<Excess, string>> = {
  addresses: 'refers to long addresses too often: write fewer links, or shorter addresses',
  parts:
    'has more than 100,000 parts, such as paragraphs, list items, table cells, links and words in italics: make several articles of it',
}
