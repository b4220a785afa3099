/** A range of article ids, both ends included. */
export interface ArticleSlice {
  first: string
  last: string
}

/**
 * All articles in sixteen parts of about the same size, since ids are as good as random. Writing a
 * row for each of a million articles in one statement would exceed the statement timeout.
 */
export const ARTICLE_SLICES: readonly ArticleSlice[] = [...'0123456789abcdef'].map((digit) => ({
  first: `${digit}0000000-0000-0000-0000-000000000000`,
  last: `${digit}fffffff-ffff-ffff-ffff-ffffffffffff`,
}))
