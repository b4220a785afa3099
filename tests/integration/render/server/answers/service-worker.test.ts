import { expect, test } from 'vitest'
import { rawRequest } from '../../../../support/hostile/raw-request.ts'
import { type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

/** A site that can answer nothing but its lasting files: the worker needs nothing else. */
async function withSite(serviceWorker: 'on' | 'off', look: (site: WiredSite) => Promise<void>) {
  const site = await wireSite({ without: ['content', 'worker'], render: { serviceWorker } })
  try {
    await look(site)
  } finally {
    await site.close()
  }
}

test('the worker is a script that is not cached, and differs for each build [M-707, S66]', async () => {
  await withSite('on', async (site) => {
    const answer = await rawRequest(site.url, '/sw.js')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.text).toContain(site.bundle.build)
    expect(answer.text).toContain(site.bundle.assets.script)
    const headers = { 'if-none-match': answer.headers.etag ?? '' }
    expect((await rawRequest(site.url, '/sw.js', { headers })).status).toBe(304)
    expect(await rawRequest(site.url, '/sw.js', { method: 'HEAD' })).toMatchObject({ status: 200 })
    expect((await rawRequest(site.url, '/sw-removal.js')).status).toBe(404)
  })
})

test('switched off, it is replaced by the removal worker [S66, T20]', async () => {
  await withSite('off', async (site) => {
    const answer = await rawRequest(site.url, '/sw.js')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.text).toContain('unregister()')
    expect(answer.text).not.toContain(site.bundle.build)
  })
})
