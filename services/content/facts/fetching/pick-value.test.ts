import { describe, expect, test } from 'vitest'
import { pickValue } from './pick-value.ts'

/** As the New York Fed answered for SOFR. */
const SOFR = JSON.stringify({
  refRates: [
    {
      effectiveDate: '2026-11-24',
      type: 'SOFR',
      percentRate: 3.66,
      percentPercentile1: 3.6,
      volumeInBillions: 2926,
      revisionIndicator: '',
    },
  ],
})
const IN_SOFR = { value: '/refRates/0/percentRate', on: '/refRates/0/effectiveDate' }

/** As FRED answers for the yield of Treasury notes of ten years; holidays have no number. */
const DGS10 = `observation_date,DGS10
2026-11-20,4.06
2026-11-23,4.04
2026-11-24,4.01
2026-11-25,.
2026-11-26,
`
const IN_DGS10 = { value: 'DGS10', on: 'observation_date' }

describe('the value in JSON', () => {
  test('is where its pointer says', async () => {
    expect(await pickValue(SOFR, IN_SOFR)).toEqual({ figure: 3.66, day: '2026-11-24' })
  })

  test('may be a text that is a number, below names with slashes', async () => {
    const text = '{"a/b": {"~": " -1.50 "}, "on": "2026-02-28"}'
    const places = { value: '/a~1b/~0', on: '/on' }
    expect(await pickValue(text, places)).toEqual({ figure: -1.5, day: '2026-02-28' })
  })

  test.each([
    ['<html><body>Busy</body></html>', 'sent no JSON'],
    ['{"v": 1, "on"', 'sent no JSON'],
    ['{"on": "2026-11-24"}', 'has no number at /v: nothing stands there'],
    ['{"v": "4.01%", "on": "2026-11-24"}', 'has no number at /v: "4.01%"'],
    ['{"v": "4,01", "on": "2026-11-24"}', 'has no number at /v: "4,01"'],
    ['{"v": 1e999, "on": "2026-11-24"}', 'has no number at /v: null'],
    ['{"v": null, "on": "2026-11-24"}', 'has no number at /v: null'],
    ['{"v": [1], "on": "2026-11-24"}', 'has no number at /v: [1]'],
    ['{"v": "0x10", "on": "2026-11-24"}', 'has no number at /v: "0x10"'],
    ['{"v": "", "on": "2026-11-24"}', 'has no number at /v: ""'],
    ['{"v": 4.01}', 'has no day at /on, such as 2026-11-20: nothing stands there'],
    ['{"v": 4.01, "on": "24.11.2026"}', 'has no day at /on, such as 2026-11-20: "24.11.2026"'],
    ['{"v": 4.01, "on": "2026-02-30"}', 'has no day at /on, such as 2026-11-20: "2026-02-30"'],
    ['{"v": 4.01, "on": 20261124}', 'has no day at /on, such as 2026-11-20: 20261124'],
  ])('is missing in %s', async (text, reason) => {
    await expect(pickValue(text, { value: '/v', on: '/on' })).rejects.toThrow(new Error(reason))
  })
})

describe('the value in a CSV', () => {
  test('is in the row with the newest day that has a number', async () => {
    expect(await pickValue(DGS10, IN_DGS10)).toEqual({ figure: 4.01, day: '2026-11-24' })
  })

  test('may be in any order, among quotation marks, empty lines and other columns', async () => {
    const text =
      '\uFEFFday,"a, b", of it \r\n2026-11-24,4.01,"x\r\ny"\r\n\r\n2026-11-20,4.06,z\r\nno day,9,z\r\n'
    const places = { value: 'a, b', on: 'day' }
    expect(await pickValue(text, places)).toEqual({ figure: 4.01, day: '2026-11-24' })
    const name = { value: 'of it', on: 'day' }
    expect(await pickValue(text.replace(',z', ',7'), name)).toEqual({
      figure: 7,
      day: '2026-11-20',
    })
  })

  test('is found in the last of very many rows', async () => {
    const rows = Array.from({ length: 100_000 }, (_, at) => `2020-01-01,${at}`).join('\n')
    const text = `on,v\n${rows}\n2026-11-24,4.01`
    expect(await pickValue(text, { value: 'v', on: 'on' })).toEqual({
      figure: 4.01,
      day: '2026-11-24',
    })
  })

  test.each([
    ['<html>\n<body>Busy</body>\n</html>', 'sent no CSV with a column v'],
    ['', 'has no row with a number in v and a day, such as 2026-11-20, in on'],
    ['on,v\n', 'has no row with a number in v and a day, such as 2026-11-20, in on'],
    ['on,v\n2026-11-24,.\n', 'has no row with a number in v and a day, such as 2026-11-20, in on'],
    ['day,v\n2026-11-24,1\n', 'sent no CSV with a column on'],
    [
      'on,v\n2026-11-24,1\n<b>and more</b>\n',
      'sent no CSV: its rows cannot be told apart, or differ in length',
    ],
    ['on,v\n2026-11-24,"1\n', 'sent no CSV: its rows cannot be told apart, or differ in length'],
  ])('is missing in %j', async (text, reason) => {
    await expect(pickValue(text, { value: 'v', on: 'on' })).rejects.toThrow(new Error(reason))
  })
})
