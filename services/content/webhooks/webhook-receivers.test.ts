import { describe, expect, test } from 'vitest'
import { readReceivers } from './webhook-receivers.ts'

const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`
const read = (WEBHOOKS: string, WEBHOOKS_INSIDE: 'on' | 'off' = 'off') =>
  readReceivers({ WEBHOOKS, WEBHOOKS_INSIDE })
const several = (count: number) =>
  Array.from({ length: count }, (_, at) => `r${at}=https://a.example/${at} ${secretOf(32)}`)

describe('the receivers of webhooks', () => {
  test('are read with names, addresses and secrets, on one line or on several', () => {
    expect(read('')).toEqual([])
    expect(readReceivers({ WEBHOOKS_INSIDE: 'off' })).toEqual([])
    const [one, two] = read(
      `crm=https://crm.example/in?a=b ${secretOf(24)},${secretOf(64)}\nlist=https://l.example/ ${secretOf(32)}\n`,
    )
    expect([one?.name, one?.address.href]).toEqual(['crm', 'https://crm.example/in?a=b'])
    expect(one?.secrets.map(({ length }) => length)).toEqual([24, 64])
    expect(two?.name).toBe('list')
  })

  test('are at most ten', () => {
    expect(read(several(10).join(' '))).toHaveLength(10)
    expect(() => read(several(11).join(' '))).toThrow('more than 10 receivers')
  })

  test.each([
    ['no name', `https://a.example/ ${secretOf(32)}`, 'receiver 1 of 1 must be name=address'],
    ['no secret', 'crm=https://a.example/', 'the secret of "crm" must be whsec_'],
    ['a short secret', `crm=https://a.example/ ${secretOf(23)}`, 'the secret of "crm"'],
    ['a long secret', `crm=https://a.example/ ${secretOf(65)}`, 'the secret of "crm"'],
    ['three secrets', `crm=https://a.example/ ${[1, 2, 3].map(() => secretOf(32))}`, 'secret of'],
    ['http', `crm=http://a.example/ ${secretOf(32)}`, 'the address of "crm" must begin with https'],
    ['a password', `crm=https://a:secret@a.example/ ${secretOf(32)}`, 'have no user name'],
    ['two of one name', `${several(1)} ${several(1)}`, 'there are two receivers "r0"'],
  ])('are refused with %s, without repeating it', (_, webhooks, said) => {
    expect(() => read(webhooks)).toThrow(said)
    expect(() => read(webhooks)).not.toThrow(/a\.example|whsec_[A-Z]/)
  })

  test('may be asked by http in networks of one’s own', () => {
    expect(read(`crm=http://10.0.0.1/ ${secretOf(32)}`, 'on')).toHaveLength(1)
  })
})
