const ANY = '*'

/**
 * The entity tags of a condition. Quotation marks may be missing, because shells take them away, and a tag
 * means the same without them.
 */
export const tagsIn = (condition: string): string[] =>
  condition
    .split(',')
    .map((one) => one.trim())
    .map((one) => (one === ANY || one.startsWith('"') ? one : `"${one}"`))

/** Whether a condition, which is a list of entity tags or `*`, names a tag. */
export const namesTag = (condition: string, tag: string): boolean =>
  tagsIn(condition).some((one) => one === ANY || one === tag)
