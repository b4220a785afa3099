import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { Type } from 'typebox'
import { test as base, describe, expect } from 'vitest'
import { askJson } from './ask-json.ts'

interface Answer {
  status?: number
  body: string
}

const test = base.extend<{ serve: (answer: Answer) => Promise<string> }>({
  serve: async ({}, use) => {
    const servers: Server[] = []
    await use(async ({ status = 200, body }) => {
      const server = createServer((_request, response) => response.writeHead(status).end(body))
      servers.push(server.listen(0, '127.0.0.1'))
      await once(server, 'listening')
      const address = server.address()
      return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    })
    for (const server of servers) server.close()
  },
})

const ask = (url: string) =>
  askJson(
    { name: 'The render worker', url, remedy: 'Start it.', tokenRemedy: 'Set TOKEN.' },
    { path: '/explain', ifMissing: 'There is no such page' },
    Type.Object({ total: Type.Integer() }),
  )

describe('asking a running service', () => {
  test('returns its answer, or that there is none', async ({ serve }) => {
    expect(await ask(await serve({ body: '{"total":3}' }))).toEqual({ total: 3 })
    await expect(ask(await serve({ status: 404, body: '{}' }))).rejects.toThrow(
      /^There is no such page$/,
    )
  })

  test('reports that no service answers, and what to do', async () => {
    await expect(ask('http://127.0.0.1:1')).rejects.toThrow(
      /^The render worker does not answer at http:\/\/127\.0\.0\.1:1\. Start it\.$/,
    )
  })

  test('reports why it was refused', async ({ serve }) => {
    const body = '{"code":"invalid-input","detail":"The article was not saved"}'
    await expect(ask(await serve({ status: 400, body }))).rejects.toThrow(
      'The render worker answered 400 to GET /explain: The article was not saved',
    )
    await expect(ask(await serve({ status: 401, body: '{}' }))).rejects.toThrow(
      /does not accept this token\. Set TOKEN\.$/,
    )
  })

  test.for(['<html>', '{}', ''])(
    'recognizes %j as the answer of another program',
    async (body, { serve }) => {
      await expect(ask(await serve({ body }))).rejects.toThrow(
        /^What answers at .+ is not the render worker of this version/,
      )
    },
  )
})
