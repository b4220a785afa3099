import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import { type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

let site: WiredSite
beforeAll(async () => {
  site = await wireSite()
})
afterAll(() => site.close())

/** A page of another site that has its own name lead to this machine. */
const REBOUND = { host: 'evil.example:8081' }

test.each([
  ['content', '/changes?after=0'],
  ['content', '/titles'],
  ['worker', '/jobs/'],
  ['worker', '/metrics'],
  ['worker', '/explain?path=/'],
  ['worker', '/drafts/00000000-0000-4000-8000-000000000000/preview'],
])('%s refuses %s for a public host name [T14]', async (name, path) => {
  const url = name === 'content' ? site.contentUrl : site.workerUrl
  const refused = await rawRequest(url, path, { headers: REBOUND })
  expect(refused.status).toBe(421)
  expect(JSON.parse(refused.text)).toMatchObject({ code: 'refused' })
  for (const host of ['localhost', 'content:8081', new URL(url).host]) {
    expect((await rawRequest(url, path, { headers: { host } })).status).not.toBe(421)
  }
})

test('an editor’s tool behind a proxy may use any host name, with its token', async () => {
  const headers = { ...REBOUND, authorization: `Bearer ${site.token}` }
  const path = '/articles/what-owning-a-share-gives-you'
  expect((await rawRequest(site.contentUrl, path, { headers })).status).toBe(200)
})

test('the readers’ port accepts any host name', async () => {
  expect((await rawRequest(site.url, '/', { headers: REBOUND })).status).toBe(200)
})
