import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { hasCode } from '../../../services/shared/errors.ts'

export interface RunningProcess {
  /** The program's name, at most 15 characters; `undefined` where the system does not tell. */
  command: string | undefined
  /** Changes when a process number is given to a new process; `undefined` outside Linux. */
  startTicks: string | undefined
}

/** @returns the process, or `undefined` when it has ended (a zombie has ended) */
export function findProcess(pid: number): RunningProcess | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0 || !sendSignal(pid, 0)) return undefined
  if (process.platform !== 'linux') return { command: askPs(pid), startTicks: undefined }

  const stat = readStat(pid)
  if (stat === undefined) return { command: undefined, startTicks: undefined }

  // The command is in parentheses and may itself contain spaces and parentheses.
  const command = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (state === 'Z' || state === 'X') return undefined
  // Start time is field 22 of the line; `fields` begins at field 4.
  return { command, startTicks: fields[18] }
}

/** @returns whether the process is there, which signal 0 only asks */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch (error) {
    // EPERM: it runs, as another user.
    return hasCode(error, 'EPERM')
  }
}

function readStat(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // /proc may hide the processes of other users.
    return undefined
  }
}

function askPs(pid: number): string | undefined {
  try {
    const answer = execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], {
      encoding: 'utf8',
      timeout: 5_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return answer.trim().split('/').at(-1)
  } catch {
    return undefined
  }
}
