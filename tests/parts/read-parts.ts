import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

const LOCKFILE = path.resolve(import.meta.dirname, '../../package-lock.json')

const Names = Type.Optional(Type.Record(Type.String(), Type.String()))
const Entry = Type.Object({
  version: Type.String(),
  /** Where the folder is called otherwise. */
  name: Type.Optional(Type.String()),
  integrity: Type.Optional(Type.String({ pattern: '^sha512-' })),
  license: Type.Optional(Type.String()),
  /** Nothing that we ship needs it. */
  dev: Type.Optional(Type.Boolean()),
  dependencies: Names,
  devDependencies: Names,
  optionalDependencies: Names,
})
const Lockfile = Type.Object({ packages: Type.Record(Type.String(), Entry) })
type Entries = Static<typeof Lockfile>['packages']

/** A package of other people's. */
export interface Part {
  /** Where npm puts it, such as `node_modules/a/node_modules/b`. */
  folder: string
  name: string
  version: string
  /** By which npm knows it again, in hexadecimal digits. */
  sha512: string
  /** As its authors wrote it, an expression of SPDX; undefined where they wrote none. */
  licence: string | undefined
  /** Whether package.json names it; the others come with those. */
  isNamed: boolean
  /** Whether servers run it or readers get it. The others build, check and test. */
  isShipped: boolean
  /** Folders of those that it needs. */
  needs: readonly string[]
}

/** Every part there is, whatever system it is for, by the lockfile: nothing has to be installed. */
export async function readParts(lockfile = LOCKFILE): Promise<Part[]> {
  const { packages } = Value.Parse(Lockfile, JSON.parse(await readFile(lockfile, 'utf8')))
  const named = { ...packages['']?.dependencies, ...packages['']?.devDependencies }
  return Object.entries(packages)
    .filter(([folder]) => folder !== '')
    .map(([folder, { name, version, integrity = '', license, dev = false }]) => ({
      folder,
      name: name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      sha512: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex'),
      licence: license,
      isNamed: folder.replace('node_modules/', '') in named,
      isShipped: !dev,
      needs: needsOf(packages, folder),
    }))
}

function needsOf(packages: Entries, folder: string): string[] {
  const { dependencies, optionalDependencies } = packages[folder] ?? {}
  return Object.keys({ ...dependencies, ...optionalDependencies }).flatMap(
    (name) => nearest(packages, folder, name) ?? [],
  )
}

/** Where Node looks for a package: beside the package that needs it, and further up. */
function nearest(packages: Entries, folder: string, name: string): string | undefined {
  const steps = folder.split(/(?<=.)\/(?=node_modules\/)/)
  for (let depth = steps.length; depth >= 0; depth -= 1) {
    const found = [...steps.slice(0, depth), `node_modules/${name}`].join('/')
    if (found in packages) return found
  }
  return undefined
}
