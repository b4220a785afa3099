/**
 * The id of the element that explains the n-th term of an article, beginning with 1. No heading of
 * an article can have it: theirs have no underscore.
 */
export const termElementId = (number: number) => `term_${number}`
