import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { hasProgram, pinned } from './pinned-process.ts'

/** What one client measured in one interval of load. */
export interface Load {
  requests: number
  seconds: number
  p50Ms: number
  p99Ms: number
  /** Connections refused or broken, answers of 400 and more, and answers that never came. */
  lost: number
}

export interface LoadRequest {
  /** `http://host:port` */
  url: string
  /** Requested in random order, with equal probability. */
  addresses: readonly string[]
  headers: Readonly<Record<string, string>>
  connections: number
  seconds: number
}

export interface LoadClient {
  name: string
  run(request: LoadRequest, signal: AbortSignal): Promise<Load>
}

const run = promisify(execFile)
const SCRIPT = path.resolve(import.meta.dirname, 'wrk-requests.lua')
const OWN_CLIENT = path.resolve(import.meta.dirname, 'socket-client.ts')

/**
 * `wrk` where it is installed. Our own client cannot send more requests than the servers can answer,
 * so ratios come out too close to 1 with it.
 *
 * @param folder for lists of addresses
 */
export function createLoadClient(core: number, folder: string): LoadClient {
  const isWrk = hasProgram('wrk')
  return {
    name: isWrk ? 'wrk' : 'own socket client',
    async run({ url, addresses, headers, connections, seconds }, signal) {
      const file = path.join(folder, 'addresses')
      await writeFile(file, `${addresses.join('\n')}\n`)
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
      const command = isWrk
        ? [
            ...['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '5s', '-s', SCRIPT],
            ...lines.flatMap((line) => ['-H', line]),
            ...[`${url}${addresses[0] ?? '/'}`, '--', file],
          ]
        : [
            ...[process.execPath, OWN_CLIENT, url, file],
            ...[String(connections), String(seconds), ...lines],
          ]
      const [program = '', ...parameters] = pinned(core, command)
      const { stdout } = await run(program, parameters, {
        signal,
        timeout: (seconds + 20) * 1_000,
      })
      return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
    },
  }
}
