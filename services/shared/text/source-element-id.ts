/** The id of the entry of a source below an article, to which its links lead. */
export const sourceElementId = (key: string): string => `source-${key}`
