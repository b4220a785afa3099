import { expect, test } from 'vitest'
import { withoutNumbers } from '../../../tests/support/content/without-numbers.ts'
import { aloneCheckerOf } from './check-alone.ts'

const ROUNDS = 8
const TEXTS = 100
const PROSE = Array.from({ length: 30 }, (_, at) =>
  `The ${at}. reason is that money kept *for a rainy day* must be at hand. `.repeat(4),
).join('\n\n')
const BODY = `${PROSE}

: The payment {#payment example chart=bars columns="A month"}

| Years | Price | A month |
|---|---:|---:|
| 10 years | [$120](<input: price, 100 to 900 by 10>) | [$1](<calc: price / row / 12>) |
| 20 years | $120 | [$0.50](<calc: price / row / 12>) |
| 30 years | $120 | [$0.33](<calc: price / row / 12>) |
`

test('checking formulas, examples and charts takes less than half of the time of the text', () => {
  const check = aloneCheckerOf({
    folder: '',
    locale: 'en_US',
    now: Date.parse('2026-11-27'),
    tagline: '',
    defaultEntities: false,
    isOnlyChecked: true,
  })
  const cpuOf = (body: string) => {
    const before = process.threadCpuUsage()
    for (let text = 0; text < TEXTS; text++) check({ title: 'T', body }, 'one')
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  }
  const plain = withoutNumbers(BODY)
  // In turns, and the quickest of each: other processes may be busy.
  const rounds = Array.from({ length: ROUNDS }, () => [cpuOf(BODY), cpuOf(plain)] as const)
  const least = (which: 0 | 1) => Math.min(...rounds.map((round) => round[which]))

  expect(plain).not.toContain('calc:')
  expect(check({ title: 'T', body: BODY }, 'one').outcome.rendered.html).toBe('')
  expect(least(0) / least(1)).toBeLessThan(1.5)
})
