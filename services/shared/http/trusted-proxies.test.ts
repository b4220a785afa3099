import { describe, expect, test } from 'vitest'
import { OWN_MACHINE, PRIVATE_NETWORKS, parseTrustedProxies } from './trusted-proxies.ts'

describe('trusted proxies', () => {
  test('are the addresses and networks of the list, and no others', () => {
    const trusts = parseTrustedProxies('192.0.2.7 10.0.0.0/8,2001:db8::/32')
    expect(['192.0.2.7', '10.255.0.1', '2001:db8:1::1'].map(trusts)).toEqual([true, true, true])
    expect(['192.0.2.8', '11.0.0.1', '2001:db9::1', 'unknown', ''].map(trusts)).toEqual(
      Array(5).fill(false),
    )
  })

  test('are recognized as IPv4-mapped IPv6 addresses', () => {
    expect(parseTrustedProxies('10.0.0.0/8')('::ffff:10.1.2.3')).toBe(true)
    expect(parseTrustedProxies('10.0.0.0/8')('::ffff:203.0.113.7')).toBe(false)
  })

  test('are none when the list is empty', () => {
    expect(parseTrustedProxies(' ')('127.0.0.1')).toBe(false)
  })

  test('are those of private networks by default', () => {
    const trusts = parseTrustedProxies(PRIVATE_NETWORKS)
    const inside = ['127.0.0.1', '::1', '10.1.1.1', '172.18.0.1', '192.168.1.1', 'fd00::1']
    const carriers = ['100.64.0.1', '100.127.255.254']
    expect([...inside, ...carriers].filter((address) => !trusts(address))).toEqual([])
    expect(
      ['100.63.255.255', '100.128.0.1', '172.32.0.1', '203.0.113.7', '2001:db8::1'].filter(trusts),
    ).toEqual([])
    expect(parseTrustedProxies(OWN_MACHINE)('10.1.1.1')).toBe(false)
  })

  test.each(['everybody', '10.0.0.0/33', '10.0.0.0/', '::1/129', '10.0.0.0/8/8', '10.0.0'])(
    '%j is refused with advice',
    (list) => {
      expect(() => parseTrustedProxies(list)).toThrow(
        /^Invalid environment:\n {2}TRUSTED_PROXIES: .* write a list such as 10\.0\.0/,
      )
    },
  )
})
