import { readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { shutDown } from '../shut-down.ts'
import { StartError } from '../start-error.ts'
import { findProcess, sendSignal } from './process-table.ts'

/** What a server writes down in its data folder while it runs. */
interface PostmasterFile {
  pid: number
  port: number
}

/**
 * Stops the server that an earlier run left behind in this data folder, if there is one. The caller
 * holds the data lock, so it cannot be the server of a run that is alive.
 *
 * @throws {StartError} when it does not stop within 8 seconds
 */
export async function stopLeftoverServer(
  directory: string,
  log: (line: string) => void,
): Promise<void> {
  const pid = readPostmasterFile(directory)?.pid
  if (pid === undefined) return
  if (isServer(pid, directory)) {
    log(`stopping the Postgres of an earlier run (process ${pid})`)
    const send = (signal: NodeJS.Signals) => void sendSignal(pid, signal)
    if (!(await shutDown(send, () => isServer(pid, directory)))) {
      throw new StartError(
        `The Postgres of an earlier run (process ${pid}) still uses ${directory} and does not stop. ` +
          'End that process, then start again.',
      )
    }
  }
  // Postgres would take any process with that number for its own server: another program, and also
  // one that was killed and whose parent has not asked for its end, which may never happen.
  rmSync(fileIn(directory), { force: true })
}

/** @returns what the server that runs in this data folder has written down, if there is any */
export function readPostmasterFile(directory: string): PostmasterFile | undefined {
  try {
    // Number of the process, folder, time of its start, port.
    const [pid, , , port] = readFileSync(fileIn(directory), 'utf8').split('\n').map(Number)
    return pid && port ? { pid, port } : undefined
  } catch {
    return undefined
  }
}

const fileIn = (directory: string) => path.join(directory, 'postmaster.pid')

/** A server's working directory is its data folder, which distinguishes it from others. */
function isServer(pid: number, directory: string): boolean {
  if (findProcess(pid)?.command !== 'postgres') return false
  if (process.platform !== 'linux') return true
  try {
    const stands = statSync(`/proc/${pid}/cwd`)
    const data = statSync(directory)
    return stands.ino === data.ino && stands.dev === data.dev
  } catch {
    // It ended meanwhile, or belongs to a user whose processes we cannot see and so not to us.
    return false
  }
}
