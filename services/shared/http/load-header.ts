/** What answers say while something is left out: `shed`, and which step of the ladder is taken. */
export const LOAD_HEADER = 'x-load'
export const SHED = 'shed'
