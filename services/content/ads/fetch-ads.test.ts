import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Value } from 'typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { AdsUrl } from './ads-document.ts'
import { fetchAds } from './fetch-ads.ts'

const ADS = '{"sapeData":{"sapeLinks":{}}}'

/** An ad system with a different answer at each address. */
async function startAdSystem(): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (url === '/moved') response.writeHead(302, { location: '/ads' }).end()
    else response.end(url === '/ads' ? ADS : '<html>')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => new Promise<void>((done) => void server.close(() => done())))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const { signal } = new AbortController()

test('no redirect is followed', async () => {
  const { url, asked } = await startAdSystem()
  await expect(fetchAds(`${url}/moved`, signal)).rejects.toThrow(/^127\.0\.0\.1:\d+ answered 302$/)
  expect(asked).toEqual(['/moved'])
})

test('the hash is of the bytes as they were received', async () => {
  const { url } = await startAdSystem()
  const [ads, again, page] = await Promise.all(
    ['/ads', '/ads', '/page'].map((path) => fetchAds(url + path, signal)),
  )
  expect(ads?.hash).toBe(again?.hash)
  expect(ads?.read()).toEqual(JSON.parse(ADS))
  expect(page?.hash).not.toBe(ads?.hash)
  expect(() => page?.read()).toThrow(/sent no JSON/)
})

test.each([
  ['https://ads.example/data?user=a-secret', true],
  ['https://ads.example:8443', true],
  ['http://localhost:8080/ads', true],
  ['http://127.0.0.1/ads', true],
  ['http://ads.example/data', false],
  ['http://localhost.ads.example/data', false],
  ['http://127.0.0.1.ads.example/', false],
  ['http://localhost@ads.example/', false],
  ['http://localhost\\@ads.example/', false],
  ['https://user:word@ads.example/', false],
  ['ftp://ads.example/data', false],
])('%s may be fetched: %s', (url, isTaken) => {
  expect(Value.Check(AdsUrl, url)).toBe(isTaken)
})
