/**
 * What a number in a text may say of itself, as the scheme of a link's address: a value that formulas
 * name, the result of a formula, or a fact of a day, such as a limit.
 */
export const NUMBER_KINDS = ['input', 'calc', 'fact'] as const
export type NumberKind = (typeof NUMBER_KINDS)[number]
