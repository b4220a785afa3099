import type { Locale } from '#shared/contracts/primitives.ts'
import { quote } from './nginx-quote.ts'

/** How the configuration of one site names things. */
export interface NginxNames {
  /** A variable. */
  v: (name: string) => string
  /** A file or folder of the export, quoted. */
  inside: (name: string) => string
}

/** Names that hold for one locale only, so that the sites of several languages fit into one nginx. */
export const nginxNames = (folder: string, locale: Locale): NginxNames => ({
  v: (name) => `$finlore_${locale.toLowerCase()}_${name}`,
  inside: (name) => quote(`${folder}/${name}`),
})
