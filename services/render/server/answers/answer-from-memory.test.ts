import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { buildEntry } from '../../../../tests/support/pages/stored-entry.ts'
import { CALM } from '../../../shared/http/load-ladder.ts'
import { countRequestDurations } from '../../../shared/http/request-durations.ts'
import { answerFromMemory } from './answer-from-memory.ts'
import { createLongLife } from './long-life.ts'
import { createPageMemory } from './memory/page-memory.ts'

async function buildFastPath() {
  const memory = createPageMemory(1e6)
  const pages = ['/', '/search', '/articles/a'].map((path) => buildEntry({ path }))
  for (const entry of await Promise.all(pages)) memory.keep({ entry, version: 'one' }, 0)
  const metrics = new Registry()
  const { bodies } = await buildEntry()
  const robots = { body: bodies.html, caching: 'revalidate', route: '/robots.txt' } as const
  const fastPath = answerFromMemory({
    build: 'b1',
    pages: { at: memory.at, ageOf: () => 3_999 },
    life: createLongLife({ isConfirmed: () => true }, 'https://finlore.example'),
    files: new Map(robots.body ? [['/robots.txt', { ...robots, body: robots.body }]] : []),
    headersAt: () => ({ 'x-frame-options': 'DENY' }),
    durations: countRequestDurations(metrics),
    ladder: CALM,
  })
  /** @returns the status, or `undefined` when the request is left to the routes */
  const ask = (url: string, method = 'GET', headers: Record<string, string> = {}) => {
    const request = new IncomingMessage(new Socket())
    Object.assign(request, { url, method, headers })
    const response = new ServerResponse(request)
    return fastPath(request, response) === undefined ? undefined : response.statusCode
  }
  return { ask, metrics }
}

test('answers pages, their data and immutable files, with and without a query', async () => {
  const { ask } = await buildFastPath()

  for (const address of [
    '/',
    '/articles/a',
    '/page-data/articles/a/page-data.json',
    '/robots.txt',
  ]) {
    expect([ask(address), ask(address, 'HEAD'), ask(`${address}?utm=1`)]).toEqual([200, 200, 200])
    expect(ask(address, 'GET', { 'if-none-match': '*' })).toBe(304)
  }
})

test.for([
  ['GET', '/articles/b'],
  ['GET', '/articles/a/'],
  ['GET', '/Articles/A'],
  ['GET', '/page-data/articles//a/page-data.json'],
  ['GET', '/page-data/index'],
  ['GET', '//articles/a'],
  ['GET', 'http://host/articles/a'],
  ['GET', '/constructor'],
  ['GET', '*'],
  ['GET', ''],
  ['GET', '/search?q=bond'],
  ['GET', '/page-data/search/page-data.json?q=bond'],
  ['POST', '/'],
  ['OPTIONS', '/articles/a'],
])('leaves %s %s to the routes', async ([method = '', address = '']) => {
  const { ask } = await buildFastPath()

  expect(ask(address, method)).toBeUndefined()
})

test('counts answers like those of the routes', async () => {
  const { ask, metrics } = await buildFastPath()
  ask('/')
  ask('/articles/a?a=1')
  ask('/articles/a', 'GET', { 'if-none-match': '*' })
  ask('/none')

  const lines = (await metrics.metrics()).split('\n')
  const counts = lines.filter((line) => line.includes('_seconds_count'))

  expect(counts).toEqual([
    'http_server_request_duration_seconds_count{method="GET",route="/*",status="200"} 2',
    'http_server_request_duration_seconds_count{method="GET",route="/*",status="304"} 1',
  ])
  expect(lines.filter((line) => line.includes('le="+Inf"'))).toHaveLength(2)
})
