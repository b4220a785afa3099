/**
 * What a number in a text may say of itself, as the scheme of a link's address: a value that formulas
 * name, or the result of a formula.
 */
export const NUMBER_KINDS = ['input', 'calc'] as const
export type NumberKind = (typeof NUMBER_KINDS)[number]
