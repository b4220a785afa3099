import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../site/run-site.ts'

const HOST = '127.0.0.1'
const START_MS = 10_000

/** Why tests with Redis are left out here, or `undefined` when they can run. */
export const missingRedis: string | undefined =
  spawnSync('redis-server', ['--version']).status === 0 ? undefined : 'redis-server is missing'

export interface RedisServer {
  url: string
  pid(): number
  /** As a crash would end it: with SIGKILL. */
  kill(): Promise<void>
  /** Again on the same port, with what it had written down. */
  restart(): Promise<void>
  /** With SIGSTOP: connections are taken, and nothing is ever answered. */
  freeze(): void
  thaw(): void
  /** Ends it and removes its files. Safe to repeat. */
  stop(): Promise<void>
}

/**
 * A server of the caller's own, set as a queue needs it: it writes all down and evicts nothing.
 *
 * @param options beside those
 */
export async function startRedisServer(options: readonly string[] = []): Promise<RedisServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-redis-'))
  const port = await freePort()
  let child = await launch(folder, port, options)

  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return {
    url: `redis://${HOST}:${port}`,
    pid: () => child.pid ?? 0,
    kill,
    async restart() {
      await kill()
      child = await launch(folder, port, options)
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function launch(
  folder: string,
  port: number,
  options: readonly string[],
): Promise<ChildProcess> {
  const child = spawn(
    'redis-server',
    [
      ...['--port', `${port}`, '--bind', HOST, '--dir', folder],
      ...['--appendonly', 'yes', '--maxmemory-policy', 'noeviction', '--save', ''],
      ...options,
    ],
    { stdio: 'ignore' },
  )
  const deadline = Date.now() + START_MS
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error('redis-server did not start')
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return child
}

/** It takes commands before it has read its files again, but does not carry them out. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: HOST }, () => socket.write('PING\r\n'))
    socket.once('data', (data) => {
      resolve(/^(?:\+PONG|-NOAUTH)/.test(data.toString()))
      socket.destroy()
    })
    socket.once('error', () => resolve(false))
  })
}
