import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, open, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../site/run-site.ts'
import { untilAnswers } from './nginx-server.ts'

const START = path.resolve(import.meta.dirname, '../../../deploy/ingress/start-nginx.sh')

export interface Ingress {
  url: string
  /** For operators. */
  opsUrl: string
  /** Where it writes. */
  folder: string
  process: ChildProcess
  /** Lines of its access log so far. */
  log(): Promise<Record<string, unknown>[]>
  /** What it complained about. */
  complaints(): string
  stop(): Promise<void>
}

/**
 * Runs the real ingress: nginx with the configuration that compose and the chart use.
 *
 * @param env its settings, besides ports
 */
export async function startIngress(env: Record<string, string>): Promise<Ingress> {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-ingress-'))
  const [port, opsPort] = [await freePort(), await freePort()]
  const urls = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${opsPort}`] as const
  // Started by root, nginx would give its workers to somebody who may read nothing here.
  const asRoot = process.getuid?.() === 0 ? ['-g', 'user root;'] : []
  // nginx opens its standard output by name, which Node's own pipes do not allow.
  const log = await open(path.join(folder, 'access.log'), 'a')
  const child = spawn('sh', [START, ...asRoot], {
    env: {
      PATH: process.env.PATH,
      TMPDIR: folder,
      PORT: String(port),
      OPS_PORT: String(opsPort),
      ...env,
    },
    stdio: ['ignore', log.fd, 'pipe'],
  })
  await log.close()
  const running = await untilAnswers(child, folder, async () => {
    const answer = await fetch(`${urls[1]}/healthz`).catch(() => undefined)
    return answer?.ok === true
  })
  return {
    ...running,
    url: urls[0],
    opsUrl: urls[1],
    folder,
    process: child,
    log: async () =>
      (await readFile(path.join(folder, 'access.log'), 'utf8'))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
  }
}
