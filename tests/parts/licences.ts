import satisfies from 'spdx-satisfies'
import type { Part } from './read-parts.ts'

/** What parts of the site may be under: they ask for their notice, and nothing of our own code. */
const SHIPPED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  // Of files that are shipped as they came: what we changed in them we would have to publish.
  'MPL-2.0',
  // Of libraries that are loaded as they came, so that operators can put others in their place.
  'LGPL-3.0-or-later',
  // Of typefaces.
  'OFL-1.1',
  'PSF-2.0',
]
/** What only builds, checks and tests is not shipped. */
const TOOLS = [...SHIPPED, 'CC0-1.0', 'CC-BY-3.0', 'CC-BY-4.0', 'Python-2.0', 'Unlicense']

/** What is written in a form that npm does not read; each was looked up in the package itself. */
const LOOKED_UP: Readonly<Record<string, string>> = {
  // A list of one with its address, as package.json had it once.
  'buildcheck@0.0.7': 'MIT',
  'cpu-features@0.0.10': 'MIT',
  'ssh2@1.17.0': 'MIT',
}

export const licenceOf = ({ name, version, licence }: Part): string | undefined =>
  licence ?? LOOKED_UP[`${name}@${version}`]

/** @returns a line for each part that we may not use, or whose licence was not looked up */
export function reasonsAgainst(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    const licence = licenceOf(part)
    if (isAllowed(licence, part.isShipped ? SHIPPED : TOOLS)) return []
    const use = part.isShipped ? 'is shipped' : 'is a tool'
    return [`${part.name} ${part.version} ${use}, and its licence is ${licence ?? 'not known'}`]
  })
}

function isAllowed(licence: string | undefined, allowed: readonly string[]): boolean {
  if (licence === undefined) return false
  try {
    return satisfies(licence, [...allowed])
  } catch {
    // No expression of SPDX, such as a sentence that leads to a file.
    return false
  }
}
