import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pageDataPath } from '../../services/render/documents/page-path.ts'
import { CACHING } from '../../services/render/server/answers/bodies/caching.ts'
import { bytesOf } from '../../services/render/server/answers/bodies/served-body.ts'
import type { PageStore } from '../../services/render/store/page-store.ts'
import type { StoredBody } from '../../services/render/store/stored-entry.ts'
import { securityHeaders } from '../../services/shared/http/security-headers.ts'
import { freePort } from '../../tests/support/site/run-site.ts'
import { BENCH_SITE_URL } from './bench-site.ts'

/** Writes the pages of a store as files and a configuration that serves them as ours are served. */
export async function writeNginxFolder(store: PageStore, folder: string) {
  const root = path.join(folder, 'files')
  for await (const { path: pagePath } of store.list()) {
    const bodies = (await store.read(pagePath))?.entry.bodies ?? {}
    if (bodies.html) await writeForms(path.join(root, `${pagePath}.html`), bodies.html)
    if (bodies.data) await writeForms(path.join(root, pageDataPath(pagePath)), bodies.data)
  }
  const port = await freePort()
  const configuration = path.join(folder, 'nginx.conf')
  await writeFile(configuration, configOf(folder, root, port))
  return { url: `http://127.0.0.1:${port}`, configuration }
}

async function writeForms(file: string, body: StoredBody): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, body.bytes.identity)
  await writeFile(`${file}.gz`, bytesOf(body, 'gzip'))
}

const configOf = (folder: string, root: string, port: number) => `
daemon off;
master_process off;
pid "${folder}/nginx.pid";
error_log stderr warn;
events { worker_connections 1024; }
http {
  access_log off;
  types { text/html html; application/json json; }
  charset utf-8;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 10000;
  open_file_cache max=4000 inactive=60s;
  open_file_cache_valid 1s;
  gzip_static on;
  gzip_vary on;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  .map((name) => `  ${name}_temp_path "${folder}/${name}";`)
  .join('\n')}
  add_header cache-control "${CACHING.revalidate}" always;
  add_header x-request-id $request_id always;
${Object.entries(securityHeaders(BENCH_SITE_URL))
  .map(([name, value]) => `  add_header ${name} "${value}" always;`)
  .join('\n')}
  server {
    listen 127.0.0.1:${port} backlog=1024;
    root "${root}";
    location / { try_files $uri.html =404; }
    location /page-data/ { try_files $uri =404; }
  }
}
`
