import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  boundPurges,
  purgePages,
} from '../../../../../services/render/worker/records/purge-queue.ts'
import { rawRequest } from '../../../../support/hostile/raw-request.ts'
import { untilFilled } from '../../../../support/pages/stored-pages.ts'
import {
  type PurgeReceiver,
  startPurgeReceiver,
} from '../../../../support/servers/purge-receiver.ts'
import { type WiredSite, wireSite } from '../../../../support/site/wire-site.ts'

const ARTICLE = '/articles/what-owning-a-share-gives-you'
const TOKEN = 'a-token-that-purges'
const WAIT = { timeout: 20_000, interval: 20 }
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** As their manuals have it: where they are called, who calls, and how keys are listed. */
const FORMS = {
  fastly: {
    folder: '/service/SU1Z0isxPaozGVKXdv0eY',
    path: '/service/SU1Z0isxPaozGVKXdv0eY/purge',
    caller: { 'fastly-key': TOKEN },
    list: 'surrogate_keys',
    header: 'surrogate-key',
    separator: ' ',
  },
  cloudflare: {
    folder: '/client/v4/zones/023e105f4ecef8ad9ca31a8372d0c353',
    path: '/client/v4/zones/023e105f4ecef8ad9ca31a8372d0c353/purge_cache',
    caller: { authorization: `Bearer ${TOKEN}` },
    list: 'tags',
    header: 'cache-tag',
    separator: ',',
  },
} as const

describe.each(['fastly', 'cloudflare'] as const)('%s', (form) => {
  const { folder, path, caller, list, header, separator } = FORMS[form]
  let receiver: PurgeReceiver
  let site: WiredSite
  let address: string
  beforeAll(async () => {
    receiver = await startPurgeReceiver()
    address = receiver.url + folder
    site = await wireSite({ cdn: { form, addresses: [address], token: TOKEN } })
    await untilFilled(site)
  })
  afterAll(async () => {
    await site.close()
    await receiver.close()
  })

  const db = () => site.renderDatabase.write
  const keysCalled = () => receiver.calls.flatMap(({ body }) => Reflect.get(Object(body), list))
  /** The keys of an answer, once it may be kept. */
  const keysOf = (page: string) =>
    vi.waitFor(async () => {
      const { headers } = await rawRequest(site.url, page)
      expect(headers['cache-control']).toContain('s-maxage=86400')
      return String(headers[header]).split(separator)
    }, WAIT)

  test('is told to forget everything at first, and then each page that an edit changes', async () => {
    const [ofPage, ofSite] = await keysOf(ARTICLE)
    expect([...new Set(keysCalled())]).toEqual([ofSite])
    receiver.calls.length = 0
    const edited = await site.edit('PATCH', ARTICLE, { title: 'Zebras and their savings' })
    expect(edited).toBeGreaterThan(0)
    await vi.waitFor(() => expect(keysCalled()).toContain(ofPage), WAIT)
    const [home] = await keysOf('/authors')
    expect(keysCalled()).not.toContain(home)
    for (const { method, path: called, headers } of receiver.calls) {
      expect([method, called]).toEqual(['POST', path])
      expect(headers).toMatchObject({ 'content-type': 'application/json', ...caller })
    }
  })

  test('that takes no more for now is called again when it says, and once of too many pages', async () => {
    const [, ofSite] = await keysOf('/')
    receiver.calls.length = 0
    Object.assign(receiver, { status: 429, headers: { 'retry-after': '2' } })
    const before = Date.now()
    const paths = Array.from({ length: 250 }, (_, at) => `/articles/no-${at}`)
    await purgePages(db(), paths)
    await vi.waitFor(async () => {
      const { text } = await rawRequest(site.workerUrl, '/metrics')
      expect(text).toMatch(/finlore_cdn_purges_total\{.*outcome="failed".*\} 100/)
    }, WAIT)
    Object.assign(receiver, { status: 200, headers: {} })
    await vi.waitFor(() => expect(keysCalled().length).toBeGreaterThanOrEqual(250), WAIT)
    expect(Date.now() - before).toBeGreaterThan(2_000)
    for (const { body } of receiver.calls) {
      expect(Reflect.get(Object(body), list).length).toBeLessThanOrEqual(100)
    }

    await site.stopWorker()
    receiver.calls.length = 0
    await purgePages(db(), paths)
    expect(await boundPurges(db(), address, 250)).toBe(0)
    expect(await boundPurges(db(), address, 249)).toBeGreaterThanOrEqual(250)
    await site.startWorker()
    await vi.waitFor(() => expect(keysCalled()).toEqual([ofSite]), WAIT)
  })
})
