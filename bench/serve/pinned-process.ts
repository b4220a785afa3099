import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { settlesWithin } from '../../services/shared/settles-within.ts'

const START_MS = 60_000
const STOP_MS = 5_000

export interface PinnedProcess {
  pid: number
  /** Memory in megabytes: now, and at its peak. */
  memory(): Promise<{ now: number; most: number }>
  /** Seconds of processor time that it has used so far; 0 where the system does not say. */
  processorSeconds(): Promise<number>
  stop(): Promise<void>
}

export const hasProgram = (name: string) =>
  spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }).status === 0

/** The command and arguments that pin it to one core, where the system supports that. */
export function pinned(core: number, command: readonly string[]): string[] {
  return hasProgram('taskset') ? ['taskset', '-c', String(core), ...command] : [...command]
}

/**
 * Starts a program on a core and waits for the line of JSON with which it says that it is ready.
 *
 * @throws {Error} with what it complained about when it does not
 */
export async function startPinned(
  core: number,
  command: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<PinnedProcess & { said: unknown }> {
  const [program = '', ...parameters] = pinned(core, command)
  const child = spawn(program, parameters, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const ended = once(child, 'exit')
  const line = Promise.withResolvers<string>()
  createInterface(child.stdout).once('line', line.resolve)
  ended.then(() => line.reject(new Error(`${command.join(' ')} ended:\n${complaints}`)))
  const ready = await settlesWithin(START_MS, line.promise)
  if (!ready) child.kill('SIGKILL')
  return {
    said: JSON.parse(await line.promise),
    pid: child.pid ?? 0,
    memory: () => memoryOf(child.pid ?? 0),
    processorSeconds: () => processorSecondsOf(child.pid ?? 0),
    async stop() {
      child.kill('SIGTERM')
      if (!(await settlesWithin(STOP_MS, ended))) child.kill('SIGKILL')
      await ended
    },
  }
}

/** `taskset` becomes the program it starts, so the process is the same. */
async function memoryOf(pid: number): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') }
}

/** Linux counts in hundredths, of user and system apart. */
async function processorSecondsOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The program's name, in parentheses, may have spaces in it.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100
}
