import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { HOSTILE_MARKDOWN } from '../../../tests/support/hostile/hostile-markdown.ts'
import { growth } from '../../../tests/support/machine/cpu-time.ts'
import { harmlessMarkdown } from './harmless-markdown.ts'

/** A renderer of somebody else, who trusts what is written. */
const trusting = MarkdownIt({ html: true })
trusting.validateLink = () => true

const TRUSTED =
  /<(script|img [^>"]*onerror|svg|iframe|b|div|style)\b|href="(?:javascript|data|vbscript):/i

test.each(HOSTILE_MARKDOWN)('escapes markup and scripts of %s [T26]', (text) => {
  const html = trusting.render(harmlessMarkdown(`Begins.\n\n${text}`))
  expect(html).not.toMatch(TRUSTED)
})

test.each([
  'See [a](/a), [b](https://b.example/?x=1&y=2), [c](mailto:a@b.example), [d](#d) and <https://e.example>.',
  'Code is `<b>` and ``a ` <i>``, and 2 < 3.',
  '```html\n<script>alert(1)</script>\n```\n\nAfter.',
  'Already \\<b> escaped.',
])('leaves %j unchanged', (text) => {
  expect(harmlessMarkdown(text)).toBe(text)
})

test.each([
  ['It is [$2,022.62](<calc: pmt(320000, 6.5% / 12, 360)>) a month.', 'It is $2,022.62 a month.'],
  ['| [3](<calc: if(1 \\< 2, 3, 4)>) |', '| 3 |'],
  ['From [5](input:price) and [7](calc:round((1+2)*2.3,0)).', 'From 5 and 7.'],
  ['In capitals [1](CALC:1) and [2](<Input: a, 1 to 3>).', 'In capitals 1 and 2.'],
  ['Code stays: `[1](calc:1)`.', 'Code stays: `[1](calc:1)`.'],
])('of the numbers in %j only the numbers are left', (text, left) => {
  expect(harmlessMarkdown(text)).toBe(left)
})

test.each([
  ['parentheses', (size: number) => `x [1](calc:${'(a)'.repeat(size / 3)} y`],
  ['parentheses in parentheses', (size: number) => `x [1](calc:${'((a))'.repeat(size / 5)} y`],
  ['open parentheses', (size: number) => `x [1](calc:${'('.repeat(size)} y`],
  ['beginnings', (size: number) => '[1](calc:a'.repeat(size / 10)],
  ['beginnings in brackets', (size: number) => '[1](<calc:a'.repeat(size / 11)],
])('a number whose formula is %s and has no end is read in linear time', (_name, make) => {
  expect(growth(make, 100_000, harmlessMarkdown)).toBeLessThan(5)
})

test.each([
  [': Payment {#payment example}', ': Payment'],
  [': Growth {#growth chart=lines columns="A, B"}  ', ': Growth'],
  [': Rates {of} banks', ': Rates {of} banks'],
  ['Text {#not-a-caption}', 'Text {#not-a-caption}'],
  ['```\n: Payment {#payment}\n```', '```\n: Payment {#payment}\n```'],
])('leaves what our own pages do with a table out of its caption: %j', (written, left) => {
  expect(harmlessMarkdown(written)).toBe(left)
})
