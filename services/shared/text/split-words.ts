const WHITE_SPACE = /\p{White_Space}+/u

/** The pieces between runs of Unicode white space, in their order. Hyphens do not separate. */
export function splitWords(text: string): string[] {
  return text.split(WHITE_SPACE).filter((word) => word !== '')
}
