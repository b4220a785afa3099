import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Locale } from '#shared/contracts/primitives.ts'
import { renderMarkdown } from '../markdown/render-markdown.ts'
import { reasonsAgainstNumbers } from './check-numbers.ts'

const reasonsOf = (body: string, locale: Locale = 'en_US') =>
  reasonsAgainstNumbers(renderMarkdown(body, 'Title', locale).outline).map(
    ({ code, line, message }) => ({ code, line, message }),
  )
const htmlOf = (body: string) => renderMarkdown(body, 'Title', 'en_US').html

const MORTGAGE = `
| Your numbers | |
|---|---:|
| Price | [$400,000](<input: price, 50000 to 2000000 by 5000>) |
| Down payment | [20%](<input: down, 0% to 80%>) |
| Rate | [6.5%](<input: rate, 0% to 15% by 0.125%>) |
| Years | [30](<input: years, 1 to 40>) |
| **Payment** | [**$2,022.62**](<calc: pmt(price * (1 - down), rate / 12, years * 12)>) |
`

describe('numbers that say what they are', () => {
  test('are shown as numbers, and nothing else of them', () => {
    const html = htmlOf(`${MORTGAGE}\nSo [$2,022.62](<calc: pmt(320000, 6.5% / 12, 360)>) a month.`)
    expect(html).toContain('<td class="align-right">$400,000</td>')
    expect(html).toContain('<strong>$2,022.62</strong>')
    expect(html).toContain('So $2,022.62 a month.')
    expect(html).not.toMatch(/calc|input|<a /)
  })

  test('are numbers in capitals as well, and never links', () => {
    const text = 'So [$3](<CALC: 1 + 1>) of [$9](<Input: price, 1 to 9>).'
    expect(htmlOf(text)).toBe('<p>So $3 of $9.</p>\n')
    expect(reasonsOf(text)).toMatchObject([{ code: 'E-SUM' }])
  })

  test('may be facts as well, with a mark for pages and limits for readers', () => {
    const text =
      '\n: A {#a example}\n\n| | |\n|---|---|\n| A | [$100](<input: a, 1 to 900>) |\n| B | [24%](<input: b, fact rate@2026, 0% to 40%>) |\n| C | [6.2%](<input: c, fact share>) |\n| D | [$30.20](<calc: a * (b + c)>) |\n'
    expect(reasonsOf(text)).toEqual([])
    expect(htmlOf(text)).toContain('<td class="align-right"><data value="share">6.2%</data></td>')
    expect(htmlOf(text)).toMatch(
      /<td class="align-right"><data value="rate@2026"><span data-input='\["b",0.24,0,0.4,0,[^']*'>24%<\/span><\/data><\/td>/,
    )
    expect(htmlOf(text)).toContain('["*",["a",["+",["b",0.062]]]]')
  })

  test('are right when each result is what its formula gives', () => {
    expect(reasonsOf(MORTGAGE)).toEqual([])
  })

  test('are refused with what they should be, and with their line', () => {
    expect(reasonsOf(MORTGAGE.replace('$2,022.62', '$2,022.26'))).toEqual([
      {
        code: 'E-SUM',
        line: 7,
        message:
          'prints $2,022.26, and the formula gives $2,022.62: write $2,022.62, or correct the formula',
      },
    ])
  })

  test('may be sentences over several lines, each with its line', () => {
    const text = 'First\n[$2](<calc: 1 + 1>) and\nthen [$3](<calc: 1 + 1>).'
    expect(reasonsOf(text)).toMatchObject([{ code: 'E-SUM', line: 2 }])
  })

  test('in a row know the number in its first cell', () => {
    const rows = '| Years | |\n|---|---|\n| 20 years | [$26,533](<calc: 10000 * 1.05 ^ row>) |\n'
    expect(reasonsOf(rows)).toEqual([])
    expect(reasonsOf(rows.replace('20 years', 'Twenty years'))).toMatchObject([
      { code: 'E-FORMULA', message: expect.stringContaining('"row"') },
    ])
  })

  test.each<[Locale, string]>([
    ['ru_RU', '[42 629,50 ₽](<calc: 42629.5>) и [17,5 %](<calc: 17.5%>)'],
    ['tr_TR', '[42.629,50 TL](<calc: 42629.5>) ve [%17,5](<calc: 17.5%>)'],
  ])('are read as %s writes them', (locale, text) => {
    expect(reasonsOf(text, locale)).toEqual([])
    expect(reasonsOf(text.replace('calc: 42629.5', 'calc: 42630'), locale)).toHaveLength(1)
  })

  test.each([
    ['[$4](<input: price, 5 to 10>)', 'outside of its own limits'],
    ['[$11](<input: price, 5 to 10>)', 'outside of its own limits'],
    ['[five](<input: price, 5 to 10>)', 'no single number'],
    ['[$5](<input: price>)', 'is not understood'],
    ['[$5](<input: Price, 5 to 10>)', 'begin with a small letter'],
    ['[$5](<input: row, 5 to 10>)', 'choose another'],
    ['[$5](<input: price, 10 to 5>)', 'not below'],
    ['[$5](<input: price, 5 to 10 by 6>)', 'leads nowhere'],
    ['[$5](<input: price, 5 to 10>) [$6](<input: price, 5 to 10>)', 'of another input'],
  ])('%s is refused: %s', (text, message) => {
    expect(reasonsOf(text)).toMatchObject([
      { code: 'E-INPUT', message: expect.stringContaining(message) },
    ])
  })

  test('a price at either limit is taken', () => {
    expect(reasonsOf('[$5](<input: least, 5 to 10>) [$10](<input: most, 5 to 10>)')).toEqual([])
  })

  test('51 inputs are one too many', () => {
    const inputs = (count: number) =>
      Array.from({ length: count }, (_, at) => `[5](<input: n${at}, 1 to 9>)`).join(' ')
    expect(reasonsOf(inputs(50))).toEqual([])
    expect(reasonsOf(inputs(51))).toHaveLength(1)
  })

  test.each([
    'a.constructor.constructor(1)',
    'constructor',
    '__proto__',
    'this',
    'globalThis.process.exit()',
    'eval(1)',
    'toString()',
    '[1][0]',
    '"a"',
    '1; 2',
    'price = 5',
    '1 ? 2 : 3',
    '('.repeat(400),
    '1'.repeat(400),
    `${'-'.repeat(401)}1`,
    '1e999',
    '-2 ^ 2',
    `1${' + 1'.repeat(200)}`,
  ])('the formula %s is refused [T28]', (formula) => {
    const [reason] = reasonsOf(`[$1](<calc: ${formula}>)`)
    expect(reason).toMatchObject({ code: expect.stringMatching(/^E-(?:FORMULA|SUM)$/), line: 0 })
  })

  test.each([
    ['500 characters', `1${' + 0'.repeat(124)}+00`, `1${' + 0'.repeat(124)}+000`],
    ['120 operands', `max(${Array(120).fill(1)})`, `max(${Array(121).fill(1)})`],
  ])('a formula of %s is taken, and one of more is refused [T28]', (_size, longest, longer) => {
    expect(reasonsOf(`[1](<calc:${longest}>)`)).toEqual([])
    expect(reasonsOf(`[1](<calc:${longer}>)`)).toMatchObject([{ code: 'E-FORMULA' }])
  })

  test('a name of 40 characters is taken, and one of 41 is refused', () => {
    const named = (length: number) => `[$5](<input: ${'a'.repeat(length)}, 5 to 10>)`
    expect(reasonsOf(named(40))).toEqual([])
    expect(reasonsOf(named(41))).toMatchObject([{ code: 'E-INPUT' }])
  })

  test('a message quotes no more than the beginning of a long number and its formula', () => {
    const [reason] = reasonsOf(`[${'word '.repeat(200)}](<calc: ${'1 + '.repeat(300)}1>)`)
    expect(reason?.message.length).toBeLessThan(250)
  })

  test('10,000 random formulas end in an error or a right number [T28]', () => {
    const part = fc.constantFrom(
      ...['1', '2.5', '6.5%', 'price', 'row', 'pmt(', 'if(', 'fv(', 'irr(', ')', '(', ',', '+'],
      ...['-', '*', '/', '^', '≤', '=', '.', ' ', '[', '"', '`', 'constructor', '%', '−', '×'],
    )
    const formulas = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(' '))
    fc.assert(
      fc.property(formulas, (formula) => {
        const text = `[$5](<input: price, 1 to 9>) [$1](<calc: ${formula}>)`
        const reasons = reasonsOf(text)
        expect(reasons.length).toBeLessThanOrEqual(1)
      }),
      { numRuns: 10_000 },
    )
  }, 60_000)
})
