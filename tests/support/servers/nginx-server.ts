import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '../machine/until.ts'
import { freePort } from '../site/run-site.ts'

export interface NginxServer {
  url: string
  /** Its error log. */
  complaints(): string
  stop(): Promise<void>
}

const READY_MS = 10_000
const BROTLI_MODULE = 'ngx_http_brotli_static_module.so'
const MODULE_FOLDERS = [
  '/usr/lib/nginx/modules',
  '/usr/lib64/nginx/modules',
  '/usr/share/nginx/modules',
]

export const hasNginx = (): boolean => canRun('nginx', '-v')

/** Whether a program is here and ends well with these arguments. */
export function canRun(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The file of nginx's module for `brotli_static`, if it is installed. */
export const findBrotliModule = (): string | undefined =>
  MODULE_FOLDERS.map((folder) => path.join(folder, BROTLI_MODULE)).find(existsSync)

/**
 * Serves an export with the configuration that lies in it, as the user who runs the tests: one
 * process, which may read what they may.
 *
 * @param exported the folder of the export
 * @param brotliModule switches `brotli_static` on
 */
export async function startNginx(exported: string, brotliModule?: string): Promise<NginxServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-nginx-'))
  const port = await freePort()
  const site = await readFile(path.join(exported, 'nginx/site.conf'), 'utf8')
  const siteFile = path.join(folder, 'site.conf')
  const listening = site.replace('listen 80;', `listen 127.0.0.1:${port};`)
  await writeFile(
    siteFile,
    brotliModule ? listening.replace('# brotli_static', 'brotli_static') : listening,
  )
  await writeFile(path.join(folder, 'nginx.conf'), configOf(folder, siteFile, brotliModule))

  const child = spawn('nginx', ['-p', folder, '-c', path.join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const running = await untilAnswers(child, folder, () => takesConnections(port))
  return { url: `http://127.0.0.1:${port}`, ...running }
}

/**
 * Waits until a server that was started answers.
 *
 * @param folder what it writes to, removed when it is stopped
 * @throws {Error} with what it complained about, when it ends or does not answer in time
 */
export async function untilAnswers(
  child: ChildProcess,
  folder: string,
  answers: () => Promise<boolean>,
): Promise<Pick<NginxServer, 'complaints' | 'stop'>> {
  let complaints = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  const ended = once(child, 'close')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await until('it answers', { timeoutMs: READY_MS, pauseMs: 20 }, () => {
      if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`)
      return answers()
    })
  } catch (error) {
    await stop()
    throw new Error(`${child.spawnfile} did not start:\n${complaints}`, { cause: error })
  }
  return { complaints: () => complaints, stop }
}

const configOf = (folder: string, siteFile: string, brotliModule: string | undefined) => `
${brotliModule ? `load_module "${brotliModule}";` : ''}
daemon off;
master_process off;
pid "${folder}/nginx.pid";
error_log stderr warn;
events { worker_connections 256; }
http {
  access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  .map((name) => `  ${name}_temp_path "${folder}/${name}";`)
  .join('\n')}
  include "${siteFile}";
}
`

/** Whether somebody listens on a port of this machine. */
export async function takesConnections(port: number): Promise<boolean> {
  const socket = createConnection({ host: '127.0.0.1', port })
  const connected = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return connected
}
