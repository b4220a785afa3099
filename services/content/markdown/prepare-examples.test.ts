import { describe, expect, test } from 'vitest'
import { renderMarkdown } from './render-markdown.ts'

const EXAMPLE = `
: Your mortgage {#payment example}

| Your numbers | Value |
|---|---:|
| Price | [$400,000](<input: price, 50000 to 2000000 by 5000>) |
| Rate | [6.5%](<input: rate, 0% to 15%>) |
| **Payment** | [**$2,528.27**](<calc: pmt(price, rate / 12, 30 * 12)>) |
`

const render = (body: string) => renderMarkdown(body, 'Title', 'en_US')
const mistakesIn = (body: string) => render(body).outline.tables.flatMap(({ mistakes }) => mistakes)

describe('a table that is an example', () => {
  test('carries its inputs with their limits, and the formulas that name them', () => {
    const { html } = render(EXAMPLE)
    expect(mistakesIn(EXAMPLE)).toEqual([])
    expect(html).toContain('<div class="table-scroll" id="payment" data-example role="region"')
    expect(html).toContain(
      `<span data-input='["price",400000,50000,2000000,5000,["$","",0,1,0]]' data-slider>$400,000</span>`,
    )
    expect(html).toContain(`<span data-input='["rate",0.065,0,0.15,0,["","%",1,1,1]]'>6.5%</span>`)
    expect(html).toContain(
      `<span data-calc='[["pmt",["price",["/",["rate",12]],["*",[30,12]]]],["$","",2,1,0]]'><strong>$2,528.27</strong></span>`,
    )
  })

  test('is followed by formulas anywhere in the text, with the values that cannot be changed', () => {
    const body = `${EXAMPLE}\nWith [$10,000](<input: fee, 0 to 20000>) it is [$410,000](<calc: price + fee>), and [$4](calc:2*2).

| Years | |
|---|---|
| 2 years | [$800,000](<calc: price * row>) |
`
    const { html } = render(body)
    expect(html).toContain(`<p>With $10,000 it is <span data-calc='[["+",["price",10000]]`)
    expect(html).toContain('and $4.')
    expect(html).toContain(`<span data-calc='[["*",["price",2]]`)
  })

  test('leaves signs of comparison in no state that is read as markup', () => {
    const body = `${EXAMPLE}\nSo [$1](<calc: if(price \\< rate, 0, 1)>) it is.`
    expect(render(body).html).toContain(`<span data-calc='[["if",[["&lt;",["price","rate"]],0,1]]`)
  })

  test('may have inputs whose names mean something to JavaScript', () => {
    const named = EXAMPLE.replaceAll('price', 'constructor')
    expect(render(named).html).toContain(`data-calc='[["pmt",["constructor",`)
  })

  test.each([
    ['no id', EXAMPLE.replace('#payment ', ''), 'is of an example without an id'],
    [
      'no input',
      EXAMPLE.replaceAll(/\(<input[^)]*\)/g, '(/a)'),
      'is of an example without an input',
    ],
    [
      'an input that no formula names',
      EXAMPLE.replace('rate / 12', '6.5% / 12'),
      'is of an example whose input "rate" no formula names',
    ],
    [
      'formulas that are too long together',
      `${EXAMPLE}${`\n[$1](<calc: ${'price + '.repeat(60)}1>)`.repeat(60)}`,
      'is of an example with too many and too long formulas',
    ],
  ])('with %s is a mistake', (_what, body, mistake) => {
    expect(mistakesIn(body)).toContainEqual(expect.stringContaining(mistake))
  })

  test('that is wrong in a number still shows all numbers', () => {
    const { html } = render(EXAMPLE.replace('0% to 15%', 'nonsense'))
    expect(html).toContain('>6.5%</td>')
    expect(html).toContain('$2,528.27')
  })
})

test('a table that is no example carries nothing', () => {
  const { html } = render(EXAMPLE.replace(' example', ''))
  expect(html).not.toMatch(/data-|<span/)
})
