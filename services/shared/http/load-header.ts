/** Header of answers while load is shed: `shed`, and the current step of the load ladder. */
export const LOAD_HEADER = 'x-load'
export const SHED = 'shed'
