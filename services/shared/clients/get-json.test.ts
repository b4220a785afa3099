import { createServer, type RequestListener, type Server } from 'node:http'
import { Type } from 'typebox'
import { test as base, describe, expect } from 'vitest'
import { freePort } from '../../../tests/support/site/run-site.ts'
import { SiteError } from '../errors.ts'
import { createContentClient } from './content-client.ts'
import { jsonGetter } from './get-json.ts'
import { createSearchClient } from './search-client.ts'

const getCount = jsonGetter(Type.Object({ count: Type.Integer() }))

/** Another service, which answers as the test says. */
const test = base.extend('serve', async ({}, { onCleanup }) => {
  const servers: Server[] = []
  onCleanup(() => {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  })
  return async (answer: RequestListener) => {
    const server = createServer(answer)
    servers.push(server)
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
    })
    return new URL(`http://127.0.0.1:${port}/count`)
  }
})

const json =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

describe('jsonGetter', () => {
  test('returns the document when it matches its schema', async ({ serve }) => {
    expect(await getCount(await serve(json({ count: 3 })))).toEqual({ count: 3 })
  })

  test('distinguishes absence, refusal and failure', async ({ serve }) => {
    const codeOf = async (status: number) =>
      getCount(await serve(json({ code: 'x' }, status))).then(
        () => 'no failure',
        (error: unknown) => (error instanceof SiteError ? error.code : error),
      )

    expect(await codeOf(404)).toBe('not-found')
    expect(await codeOf(400)).toBe('invalid-input')
    for (const status of [401, 409, 429, 500, 502, 503]) {
      expect(await codeOf(status), String(status)).toBe('unavailable')
    }
  })

  test('reports where an answer violates its schema', async ({ serve }) => {
    await expect(getCount(await serve(json({ count: 'three' })))).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^\/count broke its contract: \/count .+/),
    })
  })

  test.for(['<html>', '', '{"count":'])('treats %j as no answer', async (body, { serve }) => {
    await expect(getCount(await serve(json(body)))).rejects.toMatchObject({
      code: 'unavailable',
      cause: expect.any(SyntaxError),
    })
  })

  test('times out when an answer does not start or end in time', async ({ serve }) => {
    const silent = await serve(() => {})
    const endless = await serve((_request, response) => {
      response.write('{"count":')
    })

    for (const url of [silent, endless]) {
      await expect(getCount(url, { timeoutMs: 50 })).rejects.toMatchObject({
        code: 'unavailable',
        message: `${url.host} did not answer`,
        cause: expect.objectContaining({ name: 'TimeoutError' }),
      })
    }
  })

  test('reports that no service listens', async () => {
    const url = new URL(`http://127.0.0.1:${await freePort()}/count`)

    await expect(getCount(url)).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('rethrows the abort of its caller unchanged', async ({ serve }) => {
    const url = await serve(() => {})
    const stop = new AbortController()
    const asking = getCount(url, { signal: stop.signal })
    const reason = new Error('closing')
    stop.abort(reason)

    await expect(asking).rejects.toBe(reason)
    await expect(getCount(url, { signal: stop.signal })).rejects.toBe(reason)
  })
})

describe('the clients', () => {
  test('encode every character of a path and a query', async ({ serve }) => {
    const asked: (string | undefined)[] = []
    const { origin } = await serve((request, response) => {
      asked.push(request.url)
      json({}, 500)(request, response)
    })
    const content = createContentClient(origin)
    const search = createSearchClient(origin)

    await Promise.allSettled([
      content.loadPageModels(['/a?b=c&d#e']),
      content.readChanges(7, 20),
      content.listTitles(undefined, 10),
      content.findTitles(['x', 'y']),
      search.search('s&p 500+ %', { limit: 12, offset: 24 }, '203.0.113.7'),
    ])

    expect(asked.sort()).toEqual([
      '/api/search?q=s%26p+500%2B+%25&limit=12&offset=24',
      '/changes?after=7&waitMs=20',
      '/page-models?paths=%2Fa%3Fb%3Dc%26d%23e',
      '/titles?ids=x%2Cy',
      '/titles?limit=10',
    ])
  })
})
