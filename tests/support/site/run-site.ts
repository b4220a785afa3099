import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const START = 'deploy/local/start.ts'
/** `npm run dev`, where it is run instead. */
export const DEV = 'deploy/dev/dev.ts'
const READY_MS = 60_000

export interface RunningSite {
  url: string
  contentUrl: string
  token: string
  /** Base addresses of `/livez`, `/readyz` and `/metrics`, by service. */
  opsUrls: Record<string, string>
  process: ChildProcess
  /** Everything that it has printed so far. */
  output(): string
  /** SIGTERM. @returns the exit code */
  stop(): Promise<number | null>
}

/**
 * Starts the whole site as `npm start` does, and waits until it says that it is ready.
 *
 * @param root of the repository, or of a copy with another version of the code
 * @param options.ready what it prints then, if not what one site prints
 */
export async function runSite(
  env: Record<string, string>,
  root = ROOT,
  { script = START, readyMs = READY_MS, args = [] as readonly string[], ready = /^ready /m } = {},
): Promise<RunningSite> {
  const { child, output } = spawnSite(env, root, script, args)
  const ended = once(child, 'exit')
  const deadline = Date.now() + readyMs
  while (!ready.test(output())) {
    if (child.exitCode !== null || Date.now() > deadline) {
      throw new Error(`The site did not start:\n${output()}`)
    }
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 25))])
  }
  const [, url = ''] = /^ready (\S+)$/m.exec(output()) ?? []
  const [, contentUrl = ''] = /^editor API (\S+),/m.exec(output()) ?? []
  const [, tokenFile = ''] = /token in (\S+)$/m.exec(output()) ?? []
  const ops = output().matchAll(/^health and metrics of (\S+) (\S+)$/gm)
  return {
    url,
    contentUrl,
    token: (await readFile(tokenFile, 'utf8')).trim(),
    opsUrls: Object.fromEntries([...ops].map(([, name = '', opsUrl = '']) => [name, opsUrl])),
    process: child,
    output,
    async stop() {
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
  }
}

/** Starts the site without waiting until it is ready. */
export function spawnSite(
  env: Record<string, string>,
  root = ROOT,
  script = START,
  args: readonly string[] = [],
) {
  const child = spawn(process.execPath, [path.join(root, script), ...args], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const collect = (chunk: string) => {
    text += chunk
  }
  child.stdout.setEncoding('utf8').on('data', collect)
  child.stderr.setEncoding('utf8').on('data', collect)
  return { child, output: () => text }
}

/**
 * A port that was free a moment ago. It is below the system's range of ports for outgoing
 * connections; otherwise a connection of another test could take it before the site does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 16_000)
    const server = createServer()
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(true))
    })
    if (!free) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
