import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createService } from '../../../../services/shared/http/create-service.ts'
import { closeService } from '../../../../services/shared/http/run-service.ts'
import { desyncVectors } from '../../../support/hostile/desync-vectors.ts'
import { openRaw } from '../../../support/hostile/raw-connection.ts'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import { startIngress } from '../../../support/servers/ingress.ts'
import { hasNginx } from '../../../support/servers/nginx-server.ts'
import { SITE_URL } from '../../../support/site/wire-site.ts'

const HOST = '127.0.0.1'
const nginxIsHere = hasNginx()
if (!nginxIsHere) process.stdout.write('Left out: the ingress. nginx is not installed.\n')

/** Says which address was asked for, and remembers it. */
const service = createService({ name: 'echo', log: { level: 'silent' }, checks: {} })
const asked: string[] = []
service.app.get('/*', async ({ url }) => {
  asked.push(url)
  return `asked for ${url}`
})
let serviceUrl: string
beforeAll(async () => {
  serviceUrl = await service.app.listen({ host: HOST, port: 0 })
})
afterAll(() => closeService(service, 500))

/** Sends all of them at once, while neighbours ask for something else, and looks who got what. */
async function poisonNobody(url: string) {
  const last = 'GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
  const names = [...desyncVectors('').keys()]
  let over = false
  const neighbours = Array.from({ length: 4 }, async (_, at) => {
    while (!over) {
      const address = `/neighbour-${at}`
      expect((await rawRequest(url, address)).text).toBe(`asked for ${address}`)
    }
  })
  const received = await Promise.all(
    names.map(async (name, at) => {
      const poison = `GET /poison-${at} HTTP/1.1\r\nHost: a\r\n\r\n`
      const { closed, answers } = await openRaw(url, desyncVectors(poison).get(name) + last)
      await closed
      return { name, answers: answers() }
    }),
  )
  over = true
  await Promise.all(neighbours)

  const poisoned = received.filter(
    ({ answers }, at) =>
      asked.includes(`/poison-${at}`) || answers.some(({ text }) => text.includes('poison')),
  )
  expect(poisoned).toEqual([])
  for (const { name, answers } of received) {
    // Refused, or answered with what follows it; nothing in between, and never an answer too many.
    // nginx answers a request without a version with the text only.
    if (name === 'no version') continue
    const said = answers.map(({ status, text }) => (status === 200 ? text : 'refused'))
    expect(
      [
        ['refused'],
        ['asked for /first'],
        ['asked for /first', 'refused'],
        ['asked for /first', 'asked for /last'],
      ],
      name,
    ).toContainEqual(said)
  }
}

describe('request smuggling is impossible: [T8]', () => {
  test('by a service', () => poisonNobody(serviceUrl))

  test.runIf(nginxIsHere)('by nginx', async () => {
    const nginx = await startIngress({ RENDER_ADDRESS: new URL(serviceUrl).host, SITE_URL })
    try {
      await poisonNobody(nginx.url)
    } finally {
      await nginx.stop()
    }
  })
})
