import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createService } from '../../../../services/shared/http/create-service.ts'
import { allowReadingOnly } from '../../../../services/shared/http/read-only.ts'
import { closeService } from '../../../../services/shared/http/run-service.ts'
import { openRaw } from '../../../support/hostile/raw-connection.ts'
import { type Ingress, startIngress } from '../../../support/servers/ingress.ts'
import { hasNginx } from '../../../support/servers/nginx-server.ts'
import { SITE_URL } from '../../../support/site/wire-site.ts'

const HOST = '127.0.0.1'
const nginxIsHere = hasNginx()
if (!nginxIsHere) process.stdout.write('Left out: the ingress. nginx is not installed.\n')

const service = createService({ name: 'echo', log: { level: 'silent' }, checks: {} })
allowReadingOnly(service.app)
service.app.get('/*', async ({ url }) => url)

/** Where each can be asked. */
const urls = new Map<string, string>()
let nginx: Ingress | undefined
beforeAll(async () => {
  const url = await service.app.listen({ host: HOST, port: 0 })
  urls.set('a service', url)
  if (!nginxIsHere) return
  const { host } = new URL(url)
  nginx = await startIngress({ RENDER_ADDRESS: host, SEARCH_ADDRESS: host, SITE_URL })
  urls.set('nginx', nginx.url)
})
afterAll(async () => {
  await nginx?.stop()
  await closeService(service, 500)
})

const get = (path: string, ...fields: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: a', ...fields, '', ''].join('\r\n')
const ask = (method: string, path: string) =>
  `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
const READING = { allow: 'GET, HEAD, OPTIONS', 'cache-control': 'no-store' }
const NOT_KEPT = { 'cache-control': 'no-store' }

describe.each(['a service', 'nginx'])('%s', (who) => {
  test.runIf(who !== 'nginx' || nginxIsHere).each([
    ['a wait for leave', get('/', 'Expect: 100-continue', 'Connection: close'), [200]],
    ['a wish nobody can fulfil', get('/', 'Expect: wonders', 'Connection: close'), [417], NOT_KEPT],
    ['another protocol', get('/', 'Connection: Upgrade, close', 'Upgrade: h2c'), [200]],
    [
      'another protocol, not of this connection',
      get('/', 'Upgrade: h2c', 'Connection: close'),
      [200],
    ],
    ['two hosts', get('/', 'Host: b', 'Connection: close'), [400], NOT_KEPT],
    ['the same host twice', get('/', 'Host: a', 'Connection: close'), [400], NOT_KEPT],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', [400], NOT_KEPT],
    ['no host in HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n', [200]],
    [
      'what is no request after two that are',
      `${get('/1')}${get('/2')}?\r\n\r\n`,
      [200, 200, 400],
      NOT_KEPT,
    ],
    ['writing', ask('POST', '/'), [405], READING],
    ['writing to the search', ask('PUT', '/api/search'), [405], READING],
    ['what may be asked', ask('OPTIONS', '/'), [204], READING],
    ['what may be asked of the search', ask('OPTIONS', '/api/search?q=a'), [204], READING],
    ['what may be asked of nothing', ask('OPTIONS', '/no/such/page'), [204], READING],
  ] as [string, string, number[], Record<string, string>?][])(
    'answers %s according to the standard',
    async (_what, bytes, statuses, headers = {}) => {
      const { closed, answers } = await openRaw(urls.get(who) ?? '', bytes)
      await closed

      expect(answers().map(({ status }) => status)).toEqual(statuses)
      expect(answers().at(-1)?.headers).toMatchObject(headers)
    },
  )
})
