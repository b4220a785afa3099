// Put in by the build (deploy/build-web.ts).
declare const __BUILD__: string
declare const __ASSETS__: readonly string[]

/** The hash of the code. With it every version of the code is another worker. */
export const BUILD = __BUILD__
/** Addresses of all files that pages of this build may need. */
export const ASSETS = __ASSETS__
