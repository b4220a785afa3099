import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createService } from './create-service.ts'

const FORGED = '{"level":"fatal","message":"forged"}'
const WORDS = 'what people search for'

/** Everything that a service logs at the most verbose level. */
async function logOf(...requests: { url: string; headers?: Record<string, string> }[]) {
  let text = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  const { app } = createService({ name: 'test', log: { level: 'debug', stream }, checks: {} })
  app.get('/search', async () => 'found')
  app.get('/fails', async () => {
    throw new Error(`no such thing\n${FORGED}\r\n${FORGED}`)
  })
  for (const request of requests) await app.inject(request)
  await app.close()
  return text
}

test('no request and no error injects a line into the log [T22]', async () => {
  const text = await logOf(
    { url: `/%0A${encodeURIComponent(FORGED)}` },
    { url: '/search?q=%0D%0A', headers: { 'x-request-id': `some-request\n${FORGED}` } },
    { url: '/search', headers: { 'user-agent': `a\r\n${FORGED}`, referer: `b\u2028${FORGED}` } },
    { url: '/fails' },
  )

  const lines = text.trimEnd().split('\n')
  expect(lines.length).toBeGreaterThanOrEqual(5)
  const entries = lines.map((line) => JSON.parse(line))
  expect(entries.every(({ service }) => service === 'test')).toBe(true)
  expect(entries.filter(({ message }) => message === 'forged')).toEqual([])
})

test('the log has neither queries nor client addresses [T22]', async () => {
  const text = await logOf({
    url: `/search?q=${encodeURIComponent(WORDS)}`,
    headers: {
      'user-agent': 'a browser of somebody',
      'x-forwarded-for': '203.0.113.77',
      referer: `https://finlore.example/search?q=${encodeURIComponent(WORDS)}`,
      cookie: 'a=b-of-somebody',
    },
  })

  expect(text).toContain('"route":"/search"')
  expect(text).not.toMatch(/what.people|a browser|203\.0\.113|127\.0\.0\.1|of-somebody/)
})
