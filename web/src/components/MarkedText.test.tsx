import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MarkedText } from './MarkedText.tsx'

const htmlOf = (text: string, marks: [number, number][]) =>
  renderToStaticMarkup(<MarkedText text={text} marks={marks} />).replaceAll(/<\/?span>/g, '')

test('marks the ranges and nothing else', () => {
  const html = htmlOf('Index funds and ETFs', [
    [6, 10],
    [16, 19],
  ])
  expect(html).toBe('Index <mark>fund</mark>s and <mark>ETF</mark>s')
})

test('counts in UTF-16 units, as the contract does', () => {
  expect(htmlOf('💰 money', [[3, 8]])).toBe('💰 <mark>money</mark>')
})

test('takes ranges in any order, touching, overlapping or beyond the end', () => {
  const html = htmlOf('abcdef', [
    [4, 9],
    [0, 2],
    [1, 3],
  ])
  expect(html).toBe('<mark>ab</mark><mark>c</mark>d<mark>ef</mark>')
})

test('escapes markup in titles', () => {
  expect(htmlOf('<b> & co', [[0, 3]])).toBe('<mark>&lt;b&gt;</mark> &amp; co')
})
