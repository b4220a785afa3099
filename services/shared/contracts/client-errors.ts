/** Kinds of errors in readers' browsers. A browser says no more of one than its kind. */
export const CLIENT_ERRORS = ['script', 'chunk', 'hydration', 'data'] as const
export type ClientError = (typeof CLIENT_ERRORS)[number]
