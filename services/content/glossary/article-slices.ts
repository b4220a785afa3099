/** Ids of articles, both ends included. */
export interface ArticleSlice {
  first: string
  last: string
}

/**
 * All articles in sixteen parts of the same size, in order: ids are as good as random. What is written
 * for each of a million articles takes longer than a statement may.
 */
export const ARTICLE_SLICES: readonly ArticleSlice[] = [...'0123456789abcdef'].map((digit) => ({
  first: `${digit}0000000-0000-0000-0000-000000000000`,
  last: `${digit}fffffff-ffff-ffff-ffff-ffffffffffff`,
}))
