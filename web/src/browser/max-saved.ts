/**
 * The most articles that a reader may save. The browser keeps the text of each of them, and asks for all of
 * them again after a deployment.
 */
export const MAX_SAVED = 50
