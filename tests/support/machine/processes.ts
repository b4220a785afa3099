import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ProcessName, startOf } from '../../../deploy/processes.ts'
import { freePort } from '../site/run-site.ts'
import { until } from './until.ts'

/** What a process has used so far. Not a number where the system has no /proc. */
export interface Usage {
  cpuSeconds: number
  /** The most memory it held at any moment. */
  peakBytes: number
}

export const UNKNOWN_USAGE: Usage = { cpuSeconds: Number.NaN, peakBytes: Number.NaN }

/** Of Linux on every machine that Node runs on. */
const TICKS_PER_SECOND = 100
const REMEMBERED_CHARACTERS = 8_000
const READY_MS = 60_000
const STOP_MS = 15_000
const SAMPLE_MS = 50
const FAMILY_SAMPLE_MS = 200

/** CPU and peak memory of a process; what its ended children used counts as its own. */
export async function readUsage(pid: number): Promise<Usage> {
  try {
    const [stat, status] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/status`, 'utf8'),
    ])
    // The second field is a name in brackets, which may itself have spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    const [, peakKilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? []
    return { cpuSeconds: ticks / TICKS_PER_SECOND, peakBytes: Number(peakKilobytes) * 1024 }
  } catch {
    return UNKNOWN_USAGE
  }
}

/**
 * CPU seconds of a server that has a process for every connection. Their memory is mostly shared,
 * so a sum of it would say nothing.
 */
export const readFamilyCpu = async (parent: number): Promise<number> =>
  (await readFamily(parent)).cpuSeconds

/**
 * CPU of a process and all that came of it, and the memory that they hold now: what several of them
 * share is counted once.
 */
async function readFamilyUsage(pid: number): Promise<Usage> {
  const { pids, cpuSeconds } = await readFamily(pid)
  const held = await Promise.all(pids.map(readShare))
  return { cpuSeconds, peakBytes: held.reduce((sum, bytes) => sum + bytes, 0) }
}

async function readFamily(parent: number): Promise<{ pids: number[]; cpuSeconds: number }> {
  const own = await readUsage(parent)
  const pids = familyOf(parent, await readProcessTree())
  const used = await Promise.all(pids.filter((pid) => pid !== parent).map(readUsage))
  // A child that ended meanwhile counts as its parent's from then on.
  const sum = used.reduce((seconds, usage) => seconds + (usage.cpuSeconds || 0), own.cpuSeconds)
  return { pids, cpuSeconds: sum }
}

/** Memory of a process, in bytes; of what it shares, its share. */
async function readShare(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) * 1024
}

/** Children of each process that has any. */
export async function readProcessTree(): Promise<ReadonlyMap<number, number[]>> {
  const names = await readdir('/proc').catch(() => [])
  const tree = new Map<number, number[]>()
  await Promise.all(
    names
      .map(Number)
      .filter(Number.isInteger)
      .map(async (pid) => {
        const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        tree.set(parent, [...(tree.get(parent) ?? []), pid])
      }),
  )
  return tree
}

/** A process and all that came of it. */
export function familyOf(pid: number, tree: ReadonlyMap<number, number[]>): number[] {
  return [pid, ...(tree.get(pid) ?? []).flatMap((child) => familyOf(child, tree))]
}

export interface RunOptions {
  env?: NodeJS.ProcessEnv
  cwd?: string
  timeoutMs: number
  signal: AbortSignal
  /** Whether what it starts is measured with it, such as a database. */
  wholeFamily?: boolean
  /** Printed by a program that does not end by itself: it is measured until then, and stopped. */
  until?: string
}

export interface FinishedRun {
  seconds: number
  usage: Usage
  output: string
}

/**
 * Runs a program to its end and measures it.
 *
 * @throws {Error} with what it printed when it fails or takes too long
 */
export async function runMeasured(
  command: string,
  args: readonly string[],
  { env, cwd, timeoutMs, signal, wholeFamily = false, until: lastWord }: RunOptions,
): Promise<FinishedRun> {
  const started = performance.now()
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    killSignal: 'SIGKILL',
  })
  const output = collectOutput(child)
  const sampling = sampleUntilExit(child, wholeFamily)
  let endedAt: number | undefined
  if (lastWord !== undefined) {
    child.stdout?.on('data', () => {
      if (endedAt !== undefined || !output().includes(lastWord)) return
      endedAt = performance.now()
      child.kill('SIGTERM')
    })
  }
  const [code] = await once(child, 'close')
  const seconds = ((endedAt ?? performance.now()) - started) / 1000
  if (code !== 0 && endedAt === undefined)
    throw new Error(`${command} ended with ${code}:\n${output()}`)
  return { seconds, usage: await sampling, output: output() }
}

/** What a process used cannot be asked for when it has ended, so it is asked for until then. */
async function sampleUntilExit(child: ChildProcess, wholeFamily: boolean): Promise<Usage> {
  const most = { ...UNKNOWN_USAGE }
  while (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const usage = await (wholeFamily ? readFamilyUsage(child.pid) : readUsage(child.pid))
    if (usage.cpuSeconds >= (most.cpuSeconds || 0)) most.cpuSeconds = usage.cpuSeconds
    if (usage.peakBytes >= (most.peakBytes || 0)) most.peakBytes = usage.peakBytes
    await sleep(wholeFamily ? FAMILY_SAMPLE_MS : SAMPLE_MS)
  }
  return most
}

export interface ServiceProcess {
  pid: number
  /** Where it listens, when it serves anybody. */
  url: string
  /** `/livez`, `/readyz` and `/metrics`. */
  opsUrl: string
  usage(): Promise<Usage>
  /** Aborted, with what it printed, when it ends by itself. */
  died: AbortSignal
  /** SIGTERM, then SIGKILL. Safe to repeat. */
  stop(): Promise<void>
  /** SIGKILL, as a crash would end it. */
  kill(): Promise<void>
}

/**
 * Starts a service as the image does, as a process of its own. Returns when it runs, not when it is
 * ready.
 *
 * @param what one of this version, or the entry of another's
 * @param env may name `HOST`, `PORT` and `OPS_PORT`, for one that takes the place of another
 */
export async function spawnService(
  what: ProcessName | { entry: string },
  env: Record<string, string>,
): Promise<ServiceProcess> {
  const {
    HOST = '127.0.0.1',
    PORT = String(await freePort()),
    OPS_PORT = String(await freePort()),
  } = env
  const start =
    typeof what === 'string'
      ? startOf([what], process.env)
      : { args: [what.entry], env: process.env }
  const child = spawn(process.execPath, start.args, {
    env: {
      ...start.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      DRAIN_MS: '0',
      ...env,
      HOST,
      PORT,
      OPS_PORT,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collectOutput(child)
  const ended = once(child, 'close')
  await once(child, 'spawn')
  const pid = child.pid ?? 0
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  let stopping = false
  const death = new AbortController()
  child.on('close', () => {
    if (!stopping) death.abort(new Error(`${start.args.join(' ')} ended:\n${output()}`))
  })
  // However we end, short of being killed, it does not stay behind.
  const killNow = () => child.kill('SIGKILL')
  process.once('exit', killNow)

  return {
    pid,
    url: `http://${HOST}:${PORT}`,
    opsUrl: `http://${HOST}:${OPS_PORT}`,
    usage: () => readUsage(pid),
    died: death.signal,
    async stop() {
      stopping = true
      process.removeListener('exit', killNow)
      if (hasEnded()) return
      child.kill('SIGTERM')
      const patience = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await ended
      clearTimeout(patience)
    },
    async kill() {
      stopping = true
      process.removeListener('exit', killNow)
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** @throws {Error} when it ends or is not ready in time */
export async function untilReady(
  service: ServiceProcess,
  signal: AbortSignal,
  timeoutMs = READY_MS,
): Promise<void> {
  const options = { timeoutMs, signal: AbortSignal.any([signal, service.died]) }
  await until(`${service.opsUrl} is ready`, options, () =>
    fetch(`${service.opsUrl}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      async (answer) => {
        await answer.body?.cancel()
        return answer.ok
      },
      () => false,
    ),
  )
}

export /** The last of what a process printed. */
function collectOutput(child: ChildProcess): () => string {
  let text = ''
  const collect = (chunk: string) => {
    text = (text + chunk).slice(-REMEMBERED_CHARACTERS)
  }
  child.stdout?.setEncoding('utf8').on('data', collect)
  child.stderr?.setEncoding('utf8').on('data', collect)
  return () => text
}
