import { spawn } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../site/run-site.ts'
import { canRun, takesConnections, untilAnswers } from './nginx-server.ts'

/** A cache as others put it before a site: with what it comes with. */
export interface CacheServer {
  url: string
  stop(): Promise<void>
}

export const hasVarnish = (): boolean => canRun('varnishd', '-V')

/** Varnish with its built-in rules. */
export async function startVarnish(origin: string): Promise<CacheServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-varnish-'))
  const port = await freePort()
  const child = spawn(
    'varnishd',
    [
      ...['-F', '-n', path.join(folder, 'work'), '-s', 'malloc,32m'],
      ...['-a', `127.0.0.1:${port}`, '-b', new URL(origin).host],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const { stop } = await untilAnswers(child, folder, () => takesConnections(port))
  return { url: `http://127.0.0.1:${port}`, stop }
}

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
