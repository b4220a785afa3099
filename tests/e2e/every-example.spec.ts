import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { describeChart } from '../../services/shared/charts/describe-chart.ts'
import { drawChart } from '../../services/shared/charts/draw-chart.ts'
import { type ChartData, chartWith } from '../../services/shared/charts/following-chart.ts'
import type { ArticlePage } from '../../services/shared/contracts/page.ts'
import { LOCALES, type Locale } from '../../services/shared/contracts/primitives.ts'
import { evaluate, type Values } from '../../services/shared/formulas/evaluate.ts'
import {
  type CalcData,
  type InputData,
  unpackFormat,
} from '../../services/shared/formulas/example-data.ts'
import { FormulaError } from '../../services/shared/formulas/formula.ts'
import { printNumber, readNumber } from '../../services/shared/formulas/printed-number.ts'
import { stringsFor } from '../../web/src/strings/strings-for.ts'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { readArticlePages } from '../support/content/article-pages.ts'
import { createDice } from '../support/content/dice.ts'
import { serveMadePage } from '../support/pages/made-pages.ts'

let browser: Browser
const { url } = inject('site')

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const DRAWS = 40
const ALL_EXAMPLES_MS = 180_000
const SMALL_PHONE = { width: 320, height: 640 }
const PHONE = { width: 360, height: 740 }
const WIDE = { width: 1280, height: 800 }

/** What the attributes of this name hold, in the order of the text. */
const dataIn = <T>({ article }: ArticlePage, name: 'input' | 'calc' | 'chart'): T[] =>
  [...article.bodyHtml.matchAll(new RegExp(`data-${name}='([^']*)'`, 'g'))].map(([, json = '']) =>
    JSON.parse(
      json
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&'),
    ),
  )

const hasExample = ({ article }: ArticlePage) => article.bodyHtml.includes(' data-example')

/** What our server would print for these values. */
function printResult([formula, format]: CalcData, values: Values, locale: Locale): string {
  try {
    return printNumber(evaluate(formula, values), unpackFormat(format), locale)
  } catch (error) {
    if (error instanceof FormulaError) return stringsFor(locale).noResult[error.reason]
    throw error
  }
}

/** What our server would draw, as a browser writes it; undefined where it could not. */
function drawnWith(data: ChartData, values: Values, locale: Locale) {
  const chart = chartWith(data, values, locale)
  return chart && [asBrowserWrites(drawChart(chart)), describeChart(chart, data.caption ?? '')]
}

const asBrowserWrites = (svg: string) =>
  svg.replaceAll(/<(\w+)([^>]*)\/>/g, '<$1$2></$1>').replaceAll('\u00a0', '&nbsp;')

/** What a page shows once its fields have been filled. */
interface Shown {
  results: string[]
  /** Each picture, its description, and whether the page says that it stayed as it was. */
  charts: [svg: string, label: string, hasStayed: boolean][]
}

/**
 * Types each set of values into the fields, one after the other, and reads every result and chart; first
 * of all as they are before anything is typed.
 */
const FILL = `async (sets) => {
  const show = () => ({
    results: [...document.querySelectorAll('[data-calc]')].map(({ textContent }) => textContent),
    charts: [...document.querySelectorAll('[data-chart]')].map((place) =>
      [place.innerHTML.replaceAll('&quot;', '"'), place.ariaLabel, place.nextElementSibling.matches('.chart-note')]),
  })
  const shown = [show()]
  for (const typed of sets) {
    document.querySelectorAll('[data-input] > [inputmode]').forEach((field, at) => {
      field.value = typed[at]
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
    shown.push(show())
  }
  return shown
}`

/** Fields that a finger misses, or whose small letters make phones enlarge the page. */
const COUNT_SMALL = `[...document.querySelectorAll('[data-input] > [inputmode]')].filter((field) =>
  field.getBoundingClientRect().height < 44 || parseFloat(getComputedStyle(field).fontSize) < 16).length`

describe.each(LOCALES)('every example in %s', (locale) => {
  test('gives in the browser what the server gives, whatever is typed', {
    timeout: ALL_EXAMPLES_MS,
  }, async () => {
    const { shell, pages } = await readArticlePages(locale)
    const examples = pages.filter(hasExample)
    expect(examples.length).toBeGreaterThanOrEqual(3)
    const dice = createDice(7)
    let charted = 0
    const { page, complaints, close } = await openPage(browser, {
      viewport: WIDE,
      serviceWorkers: 'block',
    })
    for (const model of examples) {
      await serveMadePage(page, url, model, shell)
      await page.goto(url + model.path)
      const approach = page.locator('[data-example]').first()
      await approach.scrollIntoViewIfNeeded()
      await page.locator('[data-example=open]').first().waitFor()
      const inputs = dataIn<InputData>(model, 'input')
      const calcs = dataIn<CalcData>(model, 'calc')
      const charts = dataIn<ChartData>(model, 'chart')
      charted += charts.length
      const sets = Array.from({ length: DRAWS }, (_, draw) =>
        inputs.map(([, , least, most, , format]) => {
          const share = draw < 2 ? draw : dice.below(1_001) / 1_000
          const unpacked = unpackFormat(format)
          // Rounding to fewer might leave the limits: 8.5% would be 9%.
          // More than 15 figures are no number in a file.
          const longest = Math.min(6, 15 - String(Math.trunc(most)).length)
          const digits = draw < 2 ? longest : Math.max(unpacked.digits, 2)
          return printNumber(least + share * (most - least), { ...unpacked, digits }, locale)
        }),
      )
      const [before, ...after] = await page.evaluate<Shown[]>(`(${FILL})(${JSON.stringify(sets)})`)
      const last = before?.charts.map(([svg, label]) => [svg, label]) ?? []
      for (const [draw, typed] of sets.entries()) {
        const name = `${model.path}: ${typed.join(', ')}`
        const values = Object.fromEntries(
          inputs.map(([name], at) => [
            name,
            readNumber(typed[at] ?? '', locale)?.value ?? Number.NaN,
          ]),
        )
        const results = calcs.map((calc) => printResult(calc, values, locale))
        expect(after[draw]?.results, name).toEqual(results)
        charts.forEach((chart, at) => {
          const drawn = drawnWith(chart, values, locale)
          last[at] = drawn ?? last[at] ?? []
          expect(after[draw]?.charts[at], name).toEqual([...last[at], drawn === undefined])
        })
      }
    }
    expect(charted).toBeGreaterThanOrEqual(1)
    expect(complaints).toEqual([])
    await close()
  })

  test.each([SMALL_PHONE, PHONE, WIDE])(
    'opens without moving anything, $width px wide',
    {
      timeout: ALL_EXAMPLES_MS,
    },
    async (viewport) => {
      const { shell, pages } = await readArticlePages(locale)
      const { page, close } = await openPage(browser, {
        viewport,
        isStill: true,
        serviceWorkers: 'block',
      })
      await page.addInitScript(`{
      window.shifts = []
      new PerformanceObserver((list) => {
        for (const { sources } of list.getEntries()) {
          for (const { node } of sources) {
            const element = node?.parentElement
            if (element?.closest('#article-body')) shifts.push(element.outerHTML.slice(0, 100))
          }
        }
      }).observe({ type: 'layout-shift', buffered: true })
    }`)
      const faults: string[] = []
      for (const model of pages.filter(hasExample)) {
        await serveMadePage(page, url, model, shell)
        await page.goto(url + model.path)
        const regions = page.locator('[data-example]')
        const before = await regions.evaluateAll((all) => all.map((one) => one.clientHeight))
        await regions.first().evaluate((region) => region.scrollIntoView({ behavior: 'instant' }))
        await page.locator('[data-example=open]').first().waitFor()
        await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
        const after = await regions.evaluateAll((all) => all.map((one) => one.clientHeight))
        if (String(after) !== String(before))
          faults.push(`${model.path}: ${before} and ${after} px`)
        faults.push(
          ...(await page.evaluate<string[]>('shifts')).map((at) => `${model.path}: ${at}`),
        )
        const small = await page.evaluate<number>(COUNT_SMALL)
        if (small > 0)
          faults.push(`${model.path} has ${small} fields that are too small for a finger`)
        if (viewport.width < PHONE.width) continue
        const narrow = await regions.evaluateAll((all) =>
          all.filter((one) => one.scrollWidth > one.clientWidth).map(({ id }) => id),
        )
        faults.push(...narrow.map((id) => `${model.path} has an example that scrolls: ${id}`))
      }
      expect(faults).toEqual([])
      await close()
    },
  )
})
