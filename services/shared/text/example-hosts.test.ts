import { expect, test } from 'vitest'
import { exampleHostsIn } from './example-hosts.ts'

test.each([
  ['https://finlore.example', ['finlore.example']],
  ['Write to hello@finlore.example. We answer.', ['finlore.example']],
  ['<a href="https://www.EXAMPLE.com/a">', ['www.example.com']],
  ['https://www.facebook.com/finlore.example', ['finlore.example']],
  ['https://example.org:8080/ and https://bank.example/', ['example.org', 'bank.example']],
  ['https://a.test, https://b.invalid', ['a.test', 'b.invalid']],
  ['hello@finlore.example’dır ve hello@finlore.example', ['finlore.example']],
  ['_https://example.com_ and example.org...', ['example.com', 'example.org']],
  ['An example. The example is a test.', []],
  ['https://bank.example.de/', []],
  ['https://my-example.com/ and https://example.community/', []],
  ['https://finlore.com/what-is.examples', []],
])('%s', (text, hosts) => {
  expect(exampleHostsIn(text)).toEqual(hosts)
})

test('takes no longer for a long text of dots', () => {
  expect(exampleHostsIn('a.'.repeat(50_000))).toEqual([])
  expect(exampleHostsIn('a'.repeat(100_000))).toEqual([])
})
