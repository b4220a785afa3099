import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../site/run-site.ts'
import { canRun, takesConnections, untilAnswers } from './nginx-server.ts'

/** A cache as others put it before a site: with what it comes with. */
export interface CacheServer {
  url: string
  stop(): Promise<void>
}

/** What a Varnish has done since it was started. */
export interface VarnishCounts {
  hits: number
  /** Requests to the site behind it. */
  fetches: number
}

export interface VarnishServer extends CacheServer {
  count(): Promise<VarnishCounts>
}

export const hasVarnish = (): boolean => canRun('varnishd', '-V')

/** Varnish with its built-in rules. */
export const startVarnish = (origin: string): Promise<VarnishServer> =>
  runVarnish(async () => ['-b', new URL(origin).host])

/** Varnish with the rules of the manual, by which the site purges it. */
export function startPurgedVarnish(origin: string, port?: number): Promise<VarnishServer> {
  const { hostname, port: originPort } = new URL(origin)
  return runVarnish(async (folder) => {
    const rules = await readFile(VCL, 'utf8')
    const file = path.join(folder, 'varnish.vcl')
    await writeFile(
      file,
      rules
        .replace('.host = "127.0.0.1"', `.host = "${hostname}"`)
        .replace('.port = "8080"', `.port = "${originPort}"`),
    )
    return ['-f', file, '-p', 'http_gzip_support=off']
  }, port)
}

const VCL = path.resolve(import.meta.dirname, '../../../deploy/cdn/varnish.vcl')

/** @param rules makes its arguments, and files in a folder of its own */
async function runVarnish(
  rules: (folder: string) => Promise<string[]>,
  givenPort?: number,
): Promise<VarnishServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-varnish-'))
  const port = givenPort ?? (await freePort())
  const child = spawn(
    'varnishd',
    [
      // Started by root, it would give itself to somebody who may read nothing here.
      ...['-j', 'none', '-F', '-n', path.join(folder, 'work'), '-s', 'malloc,32m'],
      ...['-a', `127.0.0.1:${port}`],
      ...(await rules(folder)),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const { stop } = await untilAnswers(child, folder, () => takesConnections(port))
  const count = async () => {
    const { stdout } = await run('varnishstat', ['-n', path.join(folder, 'work'), '-j'])
    const { counters } = JSON.parse(stdout)
    const at = (name: string) => Number(counters[`MAIN.${name}`]?.value)
    return { hits: at('cache_hit'), fetches: at('backend_req') }
  }
  return { url: `http://127.0.0.1:${port}`, stop, count }
}

const run = promisify(execFile)

/** nginx with `proxy_cache`, as its manual begins with it, and with revalidation. */
export async function startNginxCache(origin: string): Promise<CacheServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-proxy-cache-'))
  const port = await freePort()
  const file = path.join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  await writeFile(
    file,
    `daemon off;
master_process off;
pid "${folder}/nginx.pid";
error_log stderr warn;
events { worker_connections 256; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path "${folder}/${name}";`).join('\n  ')}
  proxy_cache_path "${folder}/cache" keys_zone=cache:1m;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${origin};
      proxy_cache cache;
      proxy_cache_revalidate on;
    }
  }
}
`,
  )
  const child = spawn('nginx', ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  const { stop } = await untilAnswers(child, folder, () => takesConnections(port))
  return { url: `http://127.0.0.1:${port}`, stop }
}
