import { execFile } from 'node:child_process'
import { access, chmod, constants, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

/** Why tests of Postgres' own backups are left out where they are. */
export const NO_POSTGRES_TOOLS =
  'no pg_basebackup beside a Postgres of 15 or newer here: install the package postgresql'

const DEBIAN = '/usr/lib/postgresql'
const LIMIT_MS = 120_000
const OLDEST = 15

/** @returns the folder of the newest server's programs, as Debian has them */
export async function findPostgresTools(): Promise<string | undefined> {
  const versions = await readdir(DEBIAN).catch(() => [])
  const known = versions.map(Number).filter((version) => version >= OLDEST)
  for (const version of known.sort((a, b) => b - a)) {
    const folder = path.join(DEBIAN, String(version), 'bin')
    const works = await access(path.join(folder, 'pg_basebackup'), constants.X_OK).then(
      () => true,
      () => false,
    )
    if (works) return folder
  }
  return undefined
}

/** A folder in which Postgres' own programs run, as a user that they accept. */
export interface PostgresTools {
  /** @throws {Error} with what the program said, when it fails */
  run(program: string, ...args: string[]): Promise<string>
}

/**
 * @param tools the folder of the programs
 * @param folder is given to the user that they run as
 */
export async function openPostgresTools(tools: string, folder: string): Promise<PostgresTools> {
  await mkdir(folder, { recursive: true })
  const call = promisify(execFile)
  const isRoot = process.getuid?.() === 0
  if (isRoot) await call('chown', ['postgres', folder])
  await chmod(folder, 0o700)
  // Postgres refuses root.
  const prefix = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  return {
    async run(program, ...args) {
      const file =
        program.startsWith('pg_') || program === 'initdb' ? path.join(tools, program) : program
      const [command = '', ...words] = [...prefix, file, ...args]
      const options = {
        cwd: folder,
        timeout: LIMIT_MS,
        env: { PATH: process.env.PATH, LC_ALL: 'C' },
      }
      return (await call(command, words, options)).stdout.trim()
    },
  }
}
