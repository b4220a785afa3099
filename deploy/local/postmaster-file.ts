import { readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProcess } from './process-table.ts'
import { StartError } from './start-error.ts'

const FILE_NAME = 'postmaster.pid'
const FAST_STOP_MS = 10_000
const HARD_STOP_MS = 5_000
const POLL_MS = 20

/**
 * Stops the server that an earlier run left behind in this data folder, if there is one. The caller
 * holds the data lock, so it cannot be the server of a run that is alive.
 *
 * @throws {StartError} when it does not stop within 15 seconds
 */
export async function stopLeftoverServer(
  directory: string,
  log: (line: string) => void,
): Promise<void> {
  const file = path.join(directory, FILE_NAME)
  const pid = readPid(file)
  if (pid === undefined) return

  const kind = judgeProcess(pid, directory)
  if (kind === 'ended') return
  if (kind === 'other') {
    // Postgres would take any live process with that number for its own server.
    rmSync(file, { force: true })
    return
  }

  log(`stopping the Postgres of an earlier run (process ${pid})`)
  const isServing = () => judgeProcess(pid, directory) === 'server'
  const stops: [NodeJS.Signals, number][] = [
    ['SIGINT', FAST_STOP_MS],
    ['SIGQUIT', HARD_STOP_MS],
  ]
  for (const [signal, patienceMs] of stops) {
    sendSignal(pid, signal)
    const deadline = Date.now() + patienceMs
    while (isServing() && Date.now() < deadline) await sleep(POLL_MS)
    if (!isServing()) return
  }
  throw new StartError(
    `The Postgres of an earlier run (process ${pid}) still uses ${directory} and does not stop. ` +
      'End that process, then start again.',
  )
}

/** @returns the port of the server that runs in this data folder, or `undefined` when none does */
export function readServerPort(directory: string): number | undefined {
  const file = path.join(directory, FILE_NAME)
  const pid = readPid(file)
  if (pid === undefined || judgeProcess(pid, directory) !== 'server') return undefined
  // Number of the process, folder, time of its start, port.
  const [, , , port] = readFileSync(file, 'utf8').split('\n')
  return Number(port) || undefined
}

function readPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

/** A server stands in its data folder, which tells it from one of another folder. */
function judgeProcess(pid: number, directory: string): 'ended' | 'server' | 'other' {
  const running = findProcess(pid)
  if (running === undefined) return 'ended'
  if (running.command !== 'postgres' || pid === process.pid) return 'other'
  if (process.platform !== 'linux') return 'server'
  try {
    const stands = statSync(`/proc/${pid}/cwd`)
    const data = statSync(directory)
    return stands.ino === data.ino && stands.dev === data.dev ? 'server' : 'other'
  } catch {
    // It ended meanwhile, or belongs to a user whose processes we cannot see and so not to us.
    return findProcess(pid) === undefined ? 'ended' : 'other'
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended.
  }
}
