/**
 * Text of others as one line that does nothing to a terminal, and that any queue can keep: Postgres
 * takes neither NUL nor half of a character.
 */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
