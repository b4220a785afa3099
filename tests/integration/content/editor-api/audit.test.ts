import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { buildApp } from '../../../../services/content/app.ts'
import { CONTENT_SCHEMA, type Database } from '../../../../services/content/database/schema.ts'
import { connect } from '../../../../services/shared/database/connect.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'

const ANNA = 'the-first-token-of-anna'
const NEXT = 'the-next-token-of-anna'
const UNNAMED = 'a-token-without-a-name'
const TEXT = 'A sentence that belongs in no log.'

describe('the audit of the editor API', () => {
  test('has a line for every writing request, refused ones too', async ({ content }) => {
    const { app, audit } = await openEditors(content)
    const ask = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, token: string) =>
      app.inject({
        method,
        url,
        headers: {
          authorization: `Bearer ${token}`,
          'x-request-id': 'request-1',
          'if-none-match': '*',
        },
        ...(method !== 'GET' && { payload: articleDraft({ body: TEXT }) }),
      })

    await ask('PUT', '/articles/mine', ANNA)
    await ask('GET', '/articles/mine', ANNA)
    await ask('PATCH', '/articles/mine?dryRun=true', UNNAMED)
    await ask('DELETE', '/articles/never-there', ANNA)
    await ask('PUT', '/articles/Not-A-Slug', ANNA)
    await ask('POST', '/articles', ANNA)
    await ask('PUT', '/ads', 'a-wrong-token-of-nobody')
    await ask('GET', '/articles/mine', 'a-wrong-token-of-nobody')
    await ask('PUT', `/articles/${'x'.repeat(5_000)}`, 'a-wrong-token-of-nobody')

    const whole = {
      requestId: 'request-1',
      peer: '127.0.0.1',
      message: 'editor request',
      level: 'info',
    }
    const one = '/articles/:slug'
    const line = (who: string, method: string, route: string, target: string, status: number) =>
      expect.objectContaining({ ...whole, who, method, route, target, status })
    expect(audit()).toEqual([
      line('anna', 'PUT', one, '/articles/mine', 201),
      line(expect.stringMatching(/^token-[0-9a-f]{8}$/), 'PATCH', one, '/articles/mine', 200),
      line('anna', 'DELETE', one, '/articles/never-there', 404),
      line('anna', 'PUT', one, '/articles/Not-A-Slug', 400),
      line('nobody', 'POST', 'unmatched', '/articles', 404),
      line('nobody', 'PUT', '/ads', '/ads', 401),
      line('nobody', 'GET', one, '/articles/mine', 401),
      line('nobody', 'PUT', one, `/articles/${'x'.repeat(190)}`, 401),
    ])
    expect(audit().map(({ dryRun }) => dryRun === true)).toEqual([
      false,
      true,
      ...Array(6).fill(false),
    ])
    for (const secret of [ANNA, UNNAMED, 'a-wrong-token', TEXT])
      expect(JSON.stringify(audit())).not.toContain(secret)
  })

  test('has a line for an editor who disconnected before the answer', async ({ content }) => {
    const { app, audit } = await openEditors(content)
    const leaving = new AbortController()
    app.addHook('preHandler', async () => leaving.abort())
    const url = await app.listen({ host: '127.0.0.1', port: 0 })

    const answer = fetch(`${url}/articles/mine`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${ANNA}`,
        'content-type': 'application/json',
        'if-none-match': '*',
      },
      body: JSON.stringify(articleDraft()),
      signal: leaving.signal,
    })

    await expect(answer).rejects.toThrow(/abort/)
    await vi.waitFor(() => expect(audit()).toMatchObject([{ who: 'anna', status: 201 }]), {
      timeout: 20_000,
    })
  })
})

describe('a token', () => {
  test('can be rotated in its file while the service runs, without a gap', async ({ content }) => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const folder = await mkdtemp(path.join(tmpdir(), 'finlore-editors-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const file = path.join(folder, 'tokens')
    await writeFile(file, `anna:${ANNA}\n`)
    const { app } = await openEditors(content, file)
    const statuses = async () => {
      vi.advanceTimersByTime(1_000)
      const ask = async (token: string) =>
        (
          await app.inject({
            url: '/articles/what-a-bond-is-and-why-its-price-moves',
            headers: { authorization: `Bearer ${token}` },
          })
        ).statusCode
      return [await ask(ANNA), await ask(NEXT)]
    }

    expect(await statuses()).toEqual([200, 401])
    await writeFile(file, `anna:${ANNA}\nanna:${NEXT}\n`)
    expect(await statuses()).toEqual([200, 200])
    await writeFile(file, `anna:${NEXT}\n`)
    expect(await statuses()).toEqual([401, 200])
  })
})

/** The service on the content of a test, with a log that can be read, at the level of a warning. */
async function openEditors(content: TestContent, editorTokenFile?: string) {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const store = connect<Database>(content.databaseUrl, { schema: CONTENT_SCHEMA })
  const { app } = buildApp({
    store,
    signal: { wait: async () => {}, close: async () => {} },
    locale: 'en_US',
    editorToken: `anna:${ANNA} ${UNNAMED}`,
    editorTokenFile,
    log: { level: 'warn', stream },
  })
  onTestFinished(async () => {
    await app.close()
    await store.close()
  })
  const audit = () =>
    lines.map((line) => JSON.parse(line)).filter((line) => line.audit === 'editor')
  return { app, audit }
}
