import type { SiteProcessOptions } from './site-process.ts'

type Part = Omit<SiteProcessOptions, 'complain' | 'onRestart'>

/** The processes of `npm start`. */
export const READERS: Part = { name: 'readers', script: 'readers.ts' }
export const EDITORS: Part = { name: 'editors', script: 'editors.ts', firstArgs: ['import'] }
