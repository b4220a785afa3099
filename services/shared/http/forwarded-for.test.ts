import { expect, test } from 'vitest'
import { FORWARDED_HEADER, forwardedFor } from './forwarded-for.ts'

const from = (remoteAddress: string | undefined, header?: string | string[]) =>
  forwardedFor({ headers: { [FORWARDED_HEADER]: header }, socket: { remoteAddress } })

test('appends the address of the client to the addresses before it', () => {
  expect(from('10.0.0.1')).toBe('10.0.0.1')
  expect(from('10.0.0.1', '203.0.113.7')).toBe('203.0.113.7, 10.0.0.1')
  expect(from('10.0.0.1', ['203.0.113.7', '10.0.0.2'])).toBe('203.0.113.7, 10.0.0.2, 10.0.0.1')
  expect(from(undefined)).toBe('unknown')
})
