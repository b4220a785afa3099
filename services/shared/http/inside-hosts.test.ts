import { expect, test } from 'vitest'
import { isInside } from './inside-hosts.ts'

test.each([
  ...['127.0.0.1:8081', '10.1.2.3', '[::1]:9090', '[fe80::1]', 'localhost:8081', 'content:8081'],
  ...['finlore-content.shop.svc:8081', 'finlore-content.shop.svc.cluster.local', 'x.internal:1'],
  undefined,
])('%s is a host of this network', (host) => {
  expect(isInside(host)).toBe(true)
})

test.each([
  ...['evil.example', 'evil.example:8081', '127.0.0.1.evil.example', 'localhost.evil.example'],
  ...['svc.evil.example', 'evil.example.', '127.0.0.1.nip.io:8081', ''],
])('%s is no host of this network', (host) => {
  expect(isInside(host)).toBe(false)
})
