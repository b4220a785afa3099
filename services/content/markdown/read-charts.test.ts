import { expect, test } from 'vitest'
import { type ChartData, chartWith } from '#shared/charts/following-chart.ts'
import { reasonsAgainstTables } from '../lint/check-tables.ts'
import { renderMarkdown } from './render-markdown.ts'

const INPUT =
  ': Yours {#yours example}\n\n| a | b |\n|---|---|\n| Rate | [5%](<input: rate, 0% to 9%>) |\n\n'
const chart = (formula: string) =>
  `: Growth {#growth chart=lines}\n\n| Years | Sum |\n|---:|---:|\n${[3, 1, 2]
    .map((year) => `| ${year} | [$${year * 5}](<calc: ${formula}>) |`)
    .join('\n')}\n| 4 | $9 |\n`

test('a chart carries what browsers need to draw it for other numbers, from left to right', () => {
  const { html } = renderMarkdown(INPUT + chart('100 * rate * row'), "The reader's", 'en_US')
  const [, json = ''] = /data-chart='([^']*)'/.exec(html) ?? []
  const data: ChartData = JSON.parse(json)
  expect(data.caption).toBe('Growth')
  expect(data.rows.map(([label]) => label)).toEqual(['1', '2', '3', '4'])
  const [series] = chartWith(data, { rate: 0.07 }, 'en_US')?.series ?? []
  expect(series).toMatchObject({ name: 'Sum', printed: ['$7', '$14', '$21', '$9'] })
  expect(html).not.toContain('chart-note')
})

test('a chart of days carries those that labels name, so browsers need no calendar', () => {
  const days = ['2020', '2022', '2024'].map(
    (year, at) => `| 1 Jan ${year} | [$${at + 5}](<calc: 100 * rate + ${at}>) |`,
  )
  const body = `${INPUT}: Growth {#growth chart=lines}\n\n| Day | Sum |\n|---|---|\n${days.join('\n')}\n`
  const { html } = renderMarkdown(body, 'T', 'en_US')
  const data: ChartData = JSON.parse(/data-chart='([^']*)'/.exec(html)?.[1] ?? '')
  expect(data.axis).toBe('days')
  expect(data.days?.map((some) => some.length)).toEqual([3, 5, 5, 5])
  expect(data.days?.[0]).toContain(Date.UTC(2022, 0, 1))
  expect(html).toMatch(/<text x="[\d.]+" y="[\d.]+">2022<\/text>/)
})

test('a chart that follows nothing carries nothing', () => {
  expect(renderMarkdown(INPUT + chart('5 * row'), 'T', 'en_US').html).not.toContain('data-chart')
})

test('a table may be an example and a chart: its fields are not folded, and the picture is in it', () => {
  const rows = ['Low', 'Mid', 'High'].map(
    (name, at) =>
      `| ${name} | [${at + 1}%](<input: r${at}, 0% to 9%>) | [$${at + 1}](<calc: 100 * r${at}>) |`,
  )
  const body = `: Three {#three example chart=bars columns=Sum}\n\n| a | Rate | Sum |\n|---|---|---|\n${rows.join('\n')}\n`
  const { html, outline } = renderMarkdown(body, 'T', 'en_US')
  expect(reasonsAgainstTables(outline)).toEqual([])
  expect(html).toContain('<figure class="chart" id="three" data-example>')
  expect(html).toContain('<details open>')
  expect(html.match(/data-example/g)).toHaveLength(1)
  expect(html).toContain('data-chart=')
})

test('a chart whose first column readers change is refused with words', () => {
  const body = `: Three {#three example chart=lines columns=Sum}

| Years | Sum |
|---|---|
| [1](<input: years, 1 to 9>) | [$10](<calc: years * 10>) |
| 20 | $8 |
| 30 | $9 |
`
  const { outline } = renderMarkdown(body, 'T', 'en_US')
  expect(reasonsAgainstTables(outline)).toEqual([
    expect.objectContaining({
      code: 'E-CHART',
      message: expect.stringContaining('first column that readers change'),
    }),
  ])
})
