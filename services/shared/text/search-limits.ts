/** Typed text of this many characters or fewer finds nothing, as in the specification. */
export const SEARCH_THRESHOLD = 2
/** Longer text is refused. */
export const SEARCH_MAX_LENGTH = 200
/** More words are refused. The longest titles have fewer, so each can be searched for as a whole. */
export const SEARCH_MAX_WORDS = 40
