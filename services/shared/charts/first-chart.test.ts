import { expect, test } from 'vitest'
import { firstChart } from './first-chart.ts'

const drawing = (name: string) =>
  `<svg class="chart-wide" viewBox="0 0 640 300"><text>${name}</text></svg><svg class="chart-narrow" viewBox="0 0 320 200"><text>${name}</text></svg>`
const figure = (name: string) =>
  `<figure class="chart"><figcaption>A</figcaption>\n<div class="chart-drawing">${drawing(name)}</div></figure>`

test('the first chart of a text is taken whole, in both widths', () => {
  expect(firstChart(`<p>A</p>${figure('one')}<p>B</p>${figure('two')}`)).toBe(drawing('one'))
})

test('a text without one has none, also where it speaks of SVG', () => {
  expect(firstChart('<p>&lt;svg class="chart-wide"&gt;</p>')).toBeUndefined()
})
