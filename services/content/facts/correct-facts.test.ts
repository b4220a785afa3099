import { describe, expect, test } from 'vitest'
import { correctFacts } from './correct-facts.ts'

const KNOWN = {
  day: '2027-01-02',
  facts: [
    {
      fact: 'limit',
      title: 'A limit',
      values: [
        { from: '2026-01-01', is: '$24,500', until: '2026-12-31' },
        { from: '2027-01-01', is: '$25,000' },
      ],
    },
  ],
}
const correct = (source: string) => correctFacts(source, KNOWN, 'en_US')

describe('the values of facts are written into a text', () => {
  test('wherever it prints others, and nothing else is changed', () => {
    const rest = '`[$24,500](fact:limit)` [$24,500](fact:limit@2026) $24,500 [$24,500](fact:none)'
    const code = '```md\r\n[$24,500](fact:limit)\r\n```\r\n\r\n    [$24,500](fact:limit)\r\n'
    const old = `A [$24,500](fact:limit) b, **[$24,500](<fact:limit>)**, ${rest}\r\n\r\n${code}`
    const { body, done, left } = correct(old)
    expect(body).toBe(
      `A [$25,000](fact:limit) b, **[$25,000](<fact:limit>)**, ${rest}\r\n\r\n${code}`,
    )
    const each = { line: 0, definition: 'limit', was: '$24,500', is: '$25,000' }
    expect({ done, left }).toEqual({ done: [each, each], left: [] })
  })

  test('within its emphasis', () => {
    expect(correct('[**$24,500**](fact:limit)').body).toBe('[**$25,000**](fact:limit)')
  })

  test('but a link by reference, and a number written in parts, are left to its author', () => {
    const old = 'One [$24,500][r], another [$24,**500**](fact:limit).\n\n[r]: fact:limit'
    const { body, done, left } = correct(old)
    expect({ body, done }).toEqual({ body: old, done: [] })
    expect(left).toHaveLength(2)
  })

  test('not where they are right', () => {
    const right = 'A [$25,000](fact:limit) and [$24,500](fact:limit@2026).'
    expect(correct(right)).toEqual({ body: right, done: [], left: [] })
  })
})
