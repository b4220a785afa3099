/** In UTF-16 units: longer than any name of ours, shorter than what anybody reads to its end. */
const LONGEST = 200

/** What somebody sent, as it is repeated to them: its beginning says which one is meant. */
export const shortened = (text: string): string =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).toWellFormed()}…`
