import { expect, test } from 'vitest'
import { removeUntrustedHeaders } from './untrusted-headers.ts'

const SAID = {
  'x-forwarded-for': '203.0.113.7',
  traceparent: '00-1-2-01',
  tracestate: 'a=b',
  accept: '*/*',
}

test.each([
  ['10.0.0.1', SAID],
  ['203.0.113.9', { accept: '*/*' }],
  [undefined, { accept: '*/*' }],
])('of %s only the expected values are used [T4]', (remoteAddress, expected) => {
  const headers = { ...SAID }
  removeUntrustedHeaders(
    { headers, socket: { remoteAddress } },
    (address) => address === '10.0.0.1',
  )
  expect(headers).toEqual(expected)
})
