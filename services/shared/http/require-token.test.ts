import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { requireToken } from './require-token.ts'

const TOKEN = 'a:token with blanks, and ü'

test('requireToken accepts the token with any user name, and answers 401 to other requests', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.addHook('onRequest', requireToken(TOKEN))
  app.get('/', async () => 'shown')
  const ask = (authorization?: string) =>
    app.inject({ url: '/', headers: { ...(authorization && { authorization }) } })
  const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`

  for (const user of ['', 'anna', 'ünal'])
    expect((await ask(basic(`${user}:${TOKEN}`))).body).toBe('shown')

  const refused = [undefined, 'Basic', 'Basic !', basic(TOKEN), basic('anna:'), basic('a:token')]
  for (const authorization of [...refused, 'Bearer', 'Bearer token', 'Digest a:token']) {
    const answer = await ask(authorization)
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toMatch(/^Basic realm=/)
    expect(answer.body).not.toContain('shown')
  }
})

test('requireToken accepts a bearer token as well', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.addHook('onRequest', requireToken('a-token-for-tests'))
  app.get('/', async () => 'shown')

  const headers = { authorization: 'Bearer a-token-for-tests' }
  expect((await app.inject({ url: '/', headers })).statusCode).toBe(200)
})
