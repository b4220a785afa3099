import { createHmac } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished } from 'vitest'
import { loadConfig } from '../../../../services/content/config.ts'
import { startContent } from '../../../../services/content/start-content.ts'
import type { WebhookPace } from '../../../../services/content/webhooks/deliver-webhooks.ts'
import { closeService } from '../../../../services/shared/http/run-service.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { sendEdit } from '../../../support/content/send-edit.ts'
import { editSiteFile } from '../../../support/content/site-files.ts'
import { startWebhookReceiver } from '../../../support/servers/webhook-receiver.ts'
import { startEntry } from '../../../support/site/run-entry.ts'
import { freePort } from '../../../support/site/run-site.ts'

const KEY = 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3I='
const SECRET = `whsec_${KEY}`
const FAST = { timeoutMs: 1_000, pausesMs: [50, 50], lookMs: 100 }
const PATIENCE = { timeout: 20_000, interval: 50 }
const MINE = '/articles/mine'

async function receiver(...answer: Parameters<typeof startWebhookReceiver>) {
  const started = await startWebhookReceiver(...answer)
  onTestFinished(() => started.close())
  return started
}

/** A running service that delivers what the edits of the test make. */
async function deliver(
  content: TestContent,
  webhooks: string,
  { pace = FAST, inside = 'on' }: { pace?: Partial<WebhookPace>; inside?: 'on' | 'off' } = {},
) {
  const stream = new PassThrough()
  const log = text(stream)
  const { service, close } = startContent(
    loadConfig({
      DATABASE_URL: content.databaseUrl,
      EDITOR_TOKEN: content.token,
      WEBHOOKS: webhooks,
      WEBHOOKS_INSIDE: inside,
    }),
    { webhookPace: pace, log: { level: 'debug', stream }, now: () => content.clock.now },
  )
  let closing: Promise<string> | undefined
  const stop = () => {
    closing ??= (async () => {
      await closeService(service, 500)
      await close()
      stream.end()
      return log
    })()
    return closing
  }
  onTestFinished(async () => void (await stop()))
  await service.app.ready()
  const known = () => content.db.selectFrom('webhook_receiver').select('name').execute()
  await expect.poll(known, PATIENCE).not.toEqual([])
  return { service, stop }
}

const publish = (content: TestContent, changes = {}) =>
  content.commit('PUT', MINE, articleDraft(changes))

const failed = async (content: TestContent) =>
  (await content.edit('GET', '/webhooks/failed')).json().deliveries

describe('a program that is notified of edits', () => {
  test('hears of what could not be published at its time [F61]', async ({ content }) => {
    const { url, calls } = await receiver()
    content.clock.now = new Date()
    await deliver(content, `desk=${url} ${SECRET}`)
    const post = (url: string, body: object) => sendEdit(content, 'POST', url, { body })
    const { id } = await post('/drafts', { slug: 'mine', fields: articleDraft() })
    const release = await post(`/drafts/${id}/publish`, {
      at: new Date(Date.now() + 600_000).toISOString().slice(0, 19).concat('Z'),
    })
    await content.db
      .updateTable('release')
      .set({ publish_at: new Date(Date.now() - 61 * 60_000).toISOString() })
      .where('id', '=', release.id)
      .execute()
    await expect.poll(() => calls.length, PATIENCE).toBe(1)
    expect(calls[0]?.event).toMatchObject({
      type: 'release.held',
      data: { id: release.id, reasons: [{ message: expect.stringContaining('within an hour') }] },
    })
  })

  test('hears of articles that are published, changed and withdrawn, in this order', async ({
    content,
  }) => {
    const told = await receiver()
    await deliver(content, `crm=${told.url} ${SECRET}`)
    const revisions = [
      await publish(content),
      await content.commit('PATCH', MINE, { slug: 'yours', title: 'Another title' }),
      await content.commit('DELETE', '/articles/yours'),
      await content.commit('PATCH', '/articles/yours', { withdrawn: false }),
    ]
    await expect.poll(() => told.calls.length, PATIENCE).toBe(4)
    expect(
      told.calls.map(({ event }) => [event.type, event.data.path, event.data.revision]),
    ).toEqual([
      ['article.published', MINE, revisions[0]],
      ['article.changed', '/articles/yours', revisions[1]],
      ['article.withdrawn', '/articles/yours', revisions[2]],
      ['article.published', '/articles/yours', revisions[3]],
    ])
    expect(told.calls[1]?.event.data).toMatchObject({ formerPath: MINE, title: 'Another title' })
    expect(new Set(told.calls.map(({ id }) => id)).size).toBe(4)
    // Neither what is stored already nor a dry run is an event.
    await content.commit('PATCH', '/articles/yours', { title: 'Another title' })
    await content.edit('PATCH', '/articles/yours?dryRun=true', { title: 'A third title' })
    await content.commit('PATCH', '/articles/yours', { title: 'The last title' })
    await expect.poll(() => told.calls.at(-1)?.event.data.title, PATIENCE).toBe('The last title')
    expect(told.calls).toHaveLength(5)
    // A row goes once its answer has come.
    const left = () => content.db.selectFrom('webhook_delivery').selectAll().execute()
    await expect.poll(left, PATIENCE).toEqual([])
  })

  test('can prove who sent it and when, also while its secret is replaced', async ({ content }) => {
    const told = await receiver()
    const other = 'b3RoZXItb3RoZXItb3RoZXItb3RoZXItb3RoZXItb3Q='
    await deliver(content, `crm=${told.url} ${SECRET},whsec_${other}`)
    await publish(content)
    await expect.poll(() => told.calls.length, PATIENCE).toBe(1)
    const [call] = told.calls
    const signedBy = (key: string) =>
      `v1,${createHmac('sha256', Buffer.from(key, 'base64'))
        .update(`${call?.id}.${call?.timestamp}.${call?.body}`)
        .digest('base64')}`
    expect(call?.signature).toBe(`${signedBy(KEY)} ${signedBy(other)}`)
    expect(Math.abs(Date.now() / 1_000 - Number(call?.timestamp))).toBeLessThan(60)
  })

  test('that fails gets the same event again, then it is kept and an editor sends it again [F62]', async ({
    content,
  }) => {
    const told = await receiver((response) => response.writeHead(500).end())
    const { service } = await deliver(content, `crm=${told.url} ${SECRET}`)
    await publish(content)
    await expect.poll(() => failed(content), PATIENCE).toHaveLength(1)
    const [first] = told.calls
    // Two pauses: three tries.
    expect(told.calls.map(({ id, body }) => [id, body])).toEqual(
      Array.from({ length: 3 }, () => [first?.id, first?.body]),
    )
    const [given] = await failed(content)
    expect(given).toMatchObject({
      id: first?.id,
      receiver: 'crm',
      kind: 'article.published',
      tries: 3,
      reason: 'answered 500',
    })
    const { payload } = await service.ops.inject('/metrics')
    expect(payload).toMatch(/finlore_webhook_given_up\{receiver="crm",process="content"\} 1/)
    expect(payload).toMatch(/outcome="failed",process="content"\} 2/)

    told.answer = (response) => response.writeHead(200).end()
    const retry = `/webhooks/failed/${first?.id}/retry`
    const again = await content.app.inject({
      method: 'POST',
      url: retry,
      headers: { authorization: `Bearer ${content.token}` },
    })
    expect([again.statusCode, again.json()]).toEqual([200, { id: first?.id, receivers: 1 }])
    await expect.poll(() => told.calls.length, PATIENCE).toBe(4)
    expect(told.calls[3]?.id).toBe(first?.id)
    await expect.poll(() => failed(content), PATIENCE).toEqual([])
    const gone = await content.app.inject({
      method: 'POST',
      url: retry,
      headers: { authorization: `Bearer ${content.token}` },
    })
    expect(gone.statusCode).toBe(404)
  })

  test('that hangs, redirects, or answers without end, delays no edit and no other [F62]', async ({
    content,
  }) => {
    const elsewhere = await receiver()
    const hanging = await receiver(() => {})
    const redirecting = await receiver((response) =>
      response.writeHead(307, { location: elsewhere.url }).end(),
    )
    let written = 0
    const endless = await receiver((response) => {
      response.writeHead(200)
      const chunk = Buffer.alloc(1024 * 1024)
      const write = () => {
        while (!response.destroyed && written < 1024 && response.write(chunk)) written += 1
      }
      response.on('drain', write)
      response.on('error', () => {})
      write()
    })
    const well = await receiver()
    await deliver(
      content,
      [
        `hanging=${hanging.url} ${SECRET}`,
        `redirecting=${redirecting.url} ${SECRET}`,
        `endless=${endless.url} ${SECRET}`,
        `well=${well.url} ${SECRET}`,
      ].join('\n'),
      { pace: { ...FAST, timeoutMs: 3_000, pausesMs: [60_000] } },
    )
    await publish(content)
    await expect.poll(() => hanging.calls.length, PATIENCE).toBe(1)
    // While one still hangs, further events reach the one that is well.
    await content.commit('PATCH', MINE, { title: 'Another title' })
    await content.commit('PATCH', MINE, { title: 'A third title' })
    await expect.poll(() => well.calls.length, PATIENCE).toBe(3)
    await expect.poll(() => endless.calls.length, PATIENCE).toBe(3)
    expect(written).toBeLessThan(100)
    const reasons = () =>
      content.db
        .selectFrom('webhook_delivery')
        .select(['receiver', 'reason'])
        .where('reason', 'is not', null)
        .orderBy('receiver')
        .execute()
    await expect.poll(reasons, PATIENCE).toEqual([
      { receiver: 'hanging', reason: 'did not answer in time' },
      { receiver: 'redirecting', reason: 'answered 307: redirects are not followed' },
    ])
    expect(elsewhere.calls).toEqual([])
    // Later events of an article wait until the first has arrived or is given up.
    expect([hanging.calls.length, redirecting.calls.length]).toEqual([1, 1])
  })

  test('is asked on the internet only, unless the operator says otherwise', async ({ content }) => {
    const inside = await receiver()
    const address = inside.url.replace('http:', 'https:')
    await deliver(content, `crm=${address} ${SECRET}`, {
      inside: 'off',
      pace: { ...FAST, pausesMs: [] },
    })
    await publish(content)
    await expect
      .poll(() => failed(content), PATIENCE)
      .toMatchObject([{ reason: 'no answer: 127.0.0.1 is not on the internet' }])
    expect(inside.calls).toEqual([])
  })

  test('hears of an import once, with numbers and the first hundred addresses', async ({
    content,
  }) => {
    const told = await receiver()
    await deliver(content, `crm=${told.url} ${SECRET}`)
    const body =
      '---\ntitle: One more about bonds\nslug: one-more\nauthor: Eleanor Whitcombe\nentities:\n  - category: expert-advice\n    subcategories:\n      - subcategory: market-trends\n---\n\n'
    for (let index = 0; index < 102; index += 1) {
      await content.folder.write(
        `articles/en_US/one-more-${index}.md`,
        `${body.replace('bonds', `bonds ${index}`).replace('one-more', `one-more-${index}`)}Number ${index} says what it says, and nothing else.\n`,
      )
    }
    const { revision } = await content.import()
    await expect.poll(() => told.calls.length, PATIENCE).toBe(1)
    const { type, data } = told.calls[0]?.event ?? {}
    expect(type).toBe('articles.imported')
    expect(data).toMatchObject({
      revision,
      published: { count: 102 },
      changed: { count: 0, paths: [] },
      withdrawn: { count: 0, paths: [] },
    })
    expect(Reflect.get(Object(data?.published), 'paths')).toHaveLength(100)
  })

  test('hears of files of the site once for an edit and once for an import', async ({
    content,
  }) => {
    const { url, calls } = await receiver()
    await deliver(content, `crm=${url} ${SECRET}`)
    const { revision } = await editSiteFile(content, 'site', (text) => `# Ours.\n${text}`)
    await expect.poll(() => calls.length, PATIENCE).toBe(1)
    expect(calls[0]?.event).toMatchObject({
      type: 'site.changed',
      data: { revision, files: ['site.yaml'], by: expect.stringMatching(/^token-/) },
    })
    for (const file of ['authors/en_US.yaml', 'facts/en_US.yaml']) {
      await content.folder.write(file, `# Ours.\n${await content.folder.read(file)}`)
    }
    await content.import()
    await expect.poll(() => calls.length, PATIENCE).toBe(2)
    const files = ['authors/en_US.yaml', 'facts/en_US.yaml']
    expect(calls[1]?.event.data).toEqual({ revision: revision + 1, files })
    await content.import()
    await publish(content)
    await expect.poll(() => calls.length, PATIENCE).toBe(3)
    expect(calls[2]?.event.type).toBe('article.published')
  })

  test('is told at the next start of what was committed before a kill [F62]', async ({
    content,
  }) => {
    const told = await receiver()
    const [port, opsPort] = [await freePort(), await freePort()]
    const start = () =>
      startEntry('services/content/server.ts', [], {
        DATABASE_URL: content.databaseUrl,
        EDITOR_TOKEN: content.token,
        PORT: String(port),
        OPS_PORT: String(opsPort),
        WEBHOOKS: `crm=${told.url} ${SECRET}`,
        WEBHOOKS_INSIDE: 'on',
        LOG_LEVEL: 'silent',
      })
    const first = start()
    const known = () => content.db.selectFrom('webhook_receiver').select('name').execute()
    await expect.poll(known, PATIENCE).toEqual([{ name: 'crm' }])
    const saved = await fetch(`http://127.0.0.1:${port}${MINE}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${content.token}`,
        'content-type': 'application/json',
        'if-none-match': '*',
      },
      body: JSON.stringify(articleDraft()),
    })
    // It is delivered a second after its commit.
    first.kill('SIGKILL')
    expect(saved.status).toBe(201)
    await first.ended
    expect(told.calls).toEqual([])
    const second = start()
    onTestFinished(() => void second.kill('SIGKILL'))
    await expect.poll(() => told.calls.length, PATIENCE).toBe(1)
    expect(told.calls[0]?.event.type).toBe('article.published')
  })

  test('has a secret and an address that no log, answer or error shows [T15]', async ({
    content,
  }) => {
    const told = await receiver((response) => response.writeHead(500).end())
    const secretPath = '/hook-with-a-token-in-it'
    const address = told.url.replace('/hook', secretPath)
    const { stop } = await deliver(content, `crm=${address} ${SECRET}`)
    await publish(content)
    await expect.poll(() => failed(content), PATIENCE).toHaveLength(1)
    const log = await stop()
    expect(log).toContain('a webhook was given up')
    expect(log).toContain('"receiver":"crm"')
    for (const secret of [KEY, secretPath]) {
      expect(log).not.toContain(secret)
      expect(JSON.stringify(await failed(content))).not.toContain(secret)
    }
  })

  test('that is no longer in the settings is forgotten, with what waits for it', async ({
    content,
  }) => {
    const told = await receiver((response) => response.writeHead(500).end())
    const { stop } = await deliver(content, `crm=${told.url} ${SECRET}`)
    await publish(content)
    await expect.poll(() => failed(content), PATIENCE).toHaveLength(1)
    await stop()
    const other = await receiver()
    await deliver(content, `other=${other.url} ${SECRET}`)
    await expect.poll(() => failed(content), PATIENCE).toEqual([])
    await content.commit('PATCH', MINE, { title: 'Another title' })
    await expect.poll(() => other.calls.length, PATIENCE).toBe(1)
    expect(other.calls[0]?.event.type).toBe('article.changed')
  })
})
