import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { CleanUp } from '../../deploy/local/clean-up.ts'
import { startEmbeddedPostgres } from '../../deploy/local/postgres/embedded-postgres.ts'
import type { ProcessName } from '../../deploy/processes.ts'
import { spawnService, untilReady } from '../support/machine/processes.ts'

/** Something that can be ended with SIGKILL and started again, at the same address. */
export interface Fallible {
  kill(): Promise<void>
  /** Returns when it serves. */
  start(): Promise<void>
}

export interface FallibleProcess extends Fallible {
  /** Of the process that runs now, or ran last. */
  pid(): number
}

/** A process of the site, which can also be stopped so that it takes connections and never answers. */
export interface FallibleService extends FallibleProcess {
  url: string
  opsUrl: string
  freeze(): void
  thaw(): void
  /** SIGTERM, and whatever its settings are now, it begins with them. */
  restart(): Promise<void>
}

const START_MS = 60_000

/**
 * Starts a process of the site. Returns when it is ready.
 *
 * @param settings asked for at every start
 * @param cleanUp ends it, whichever runs then
 */
export async function startFallible(
  name: ProcessName,
  settings: () => Record<string, string>,
  cleanUp: CleanUp,
): Promise<FallibleService> {
  let service = await spawnService(name, settings())
  cleanUp.add(() => service.stop())
  await untilReady(service, AbortSignal.timeout(START_MS))
  const { url, opsUrl } = service
  const { hostname: HOST, port: PORT } = new URL(url)
  const address = { HOST, PORT, OPS_PORT: new URL(opsUrl).port }

  const start = async () => {
    service = await spawnService(name, { ...settings(), ...address })
    await untilReady(service, AbortSignal.timeout(START_MS))
  }
  return {
    url,
    opsUrl,
    pid: () => service.pid,
    start,
    kill: () => service.kill(),
    freeze: () => void process.kill(service.pid, 'SIGSTOP'),
    thaw: () => void process.kill(service.pid, 'SIGCONT'),
    async restart() {
      await service.stop()
      await start()
    },
  }
}

/** A Postgres that stays dead when it is killed, until it is started again on the same port. */
export async function startPostgres(
  directory: string,
  cleanUp: CleanUp,
): Promise<FallibleProcess & { url: string }> {
  let server = await startEmbeddedPostgres({ directory, log: () => {} })
  cleanUp.add(() => server.stop())
  const { url } = server
  const port = Number(new URL(url).port)
  const readPid = () =>
    Number(readFileSync(path.join(directory, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  let pid = readPid()
  return {
    url,
    pid: () => pid,
    async kill() {
      process.kill(pid, 'SIGKILL')
    },
    async start() {
      server = await startEmbeddedPostgres({ directory, log: () => {}, port })
      pid = readPid()
    },
  }
}
