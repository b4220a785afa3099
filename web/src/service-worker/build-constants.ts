// The build defines these (deploy/build-web.ts).
declare const __BUILD__: string
declare const __ASSETS__: readonly string[]

/** The hash of the code. It makes the worker of every version a different file. */
export const BUILD = __BUILD__
/** The addresses of all files that pages of this build may need. */
export const ASSETS = __ASSETS__
