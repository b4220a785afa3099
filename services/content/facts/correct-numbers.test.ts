import { describe, expect, test } from 'vitest'
import { correctNumbers } from './correct-numbers.ts'

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
const correct = (source: string) => correctNumbers(source, KNOWN, 'en_US')

describe('the values of facts are written into a text', () => {
  test('and the results of formulas that follow, but none that was wrong before', () => {
    const old =
      'Of [$24,500](<input: limit, fact limit, 1000 to 90000>) **[$2,450](<calc: limit * 10%>)** is [$12](<calc: limit>), and [$7](<calc: 3 + 4>).'
    const { body, done, left } = correct(old)
    expect(body).toBe(
      'Of [$25,000](<input: limit, fact limit, 1000 to 90000>) **[$2,500](<calc: limit * 10%>)** is [$12](<calc: limit>), and [$7](<calc: 3 + 4>).',
    )
    expect(done).toEqual([
      {
        line: 0,
        address: 'input:limit, fact limit, 1000 to 90000',
        was: '$24,500',
        is: '$25,000',
      },
      { line: 0, address: 'calc:limit * 10%', was: '$2,450', is: '$2,500' },
    ])
    expect(left).toEqual([])
  })

  test('wherever it prints others, and nothing else is changed', () => {
    const rest = '`[$24,500](fact:limit)` [$24,500](fact:limit@2026) $24,500 [$24,500](fact:none)'
    const code = '```md\r\n[$24,500](fact:limit)\r\n```\r\n\r\n    [$24,500](fact:limit)\r\n'
    const old = `A [$24,500](fact:limit) b, **[$24,500](<fact:limit>)**, ${rest}\r\n\r\n${code}`
    const { body, done, left } = correct(old)
    expect(body).toBe(
      `A [$25,000](fact:limit) b, **[$25,000](<fact:limit>)**, ${rest}\r\n\r\n${code}`,
    )
    const each = { line: 0, address: 'fact:limit', was: '$24,500', is: '$25,000' }
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
