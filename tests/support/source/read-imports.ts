import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../../..')

export interface Import {
  /** The file that imports, from the root of the repository. */
  file: string
  /** What it imports, as it is written there. */
  target: string
  /** Whether nothing is left of the import when types are stripped. */
  typeOnly: boolean
}

const IMPORT = /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^'"();]*?\sfrom\s+)?['"]([^'"]+)['"]/g
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

/** Whether a file is a unit test. */
export const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** Reads every source file of the product and of the unit tests beside it, and what each imports. */
export async function readImports(): Promise<{ files: string[]; imports: Import[] }> {
  const imports: Import[] = []
  const files: string[] = []
  for (const folder of ['services', 'web/src', 'migrations', 'deploy']) {
    const entries = await readdir(path.join(ROOT, folder), { recursive: true })
    files.push(
      ...entries
        .filter((name) => /\.(?:tsx?|mjs)$/.test(name))
        .map((name) => path.posix.join(folder, name)),
    )
  }
  files.push('web/vite.config.ts')
  for (const file of files) {
    const source = await readFile(path.join(ROOT, file), 'utf8')
    for (const [, type, target = ''] of source.matchAll(IMPORT)) {
      imports.push({ file, target, typeOnly: type !== undefined })
    }
    for (const [, target = ''] of source.matchAll(DYNAMIC)) {
      imports.push({ file, target, typeOnly: false })
    }
  }
  return { files, imports }
}

/** @returns the file inside the repository that is imported, or `undefined` for a package */
export function resolveInside({ file, target }: Pick<Import, 'file' | 'target'>) {
  if (target.startsWith('#shared/')) return target.replace('#shared/', 'services/shared/')
  if (target.startsWith('.')) return path.posix.join(path.posix.dirname(file), target)
  return undefined
}
