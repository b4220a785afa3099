/** What is wrong with what a number says of itself, in words for its writer. */
export class DefinitionError extends Error {}
