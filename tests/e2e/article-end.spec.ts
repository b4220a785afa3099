import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import { launchBrowser, openPage } from '../support/browser/browser.ts'
import { untilHydrated } from '../support/browser/until-hydrated.ts'
import { REAL_CONTENT } from '../support/content/content-folder.ts'
import { openPlain } from '../support/site/every-page-kind.ts'

const { url } = inject('site')
const PATH = '/articles/how-a-broad-index-etf-works'
/** A sheet that notes what it is given. */
const SHEET =
  'window.given = []; Object.defineProperty(navigator, "share", { value: async (what) => { window.given.push(what) } })'
const NO_SHEET = 'delete Navigator.prototype.share'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

interface Guide {
  title: string
  steps: { article: string }[]
}

async function firstGuide(): Promise<Guide> {
  const file = path.join(REAL_CONTENT, 'guides/en_US.yaml')
  const [guide]: Guide[] = parse(await readFile(file, 'utf8'))
  if (!guide || guide.steps.length < 3) throw new Error(`${file} has no guide of three steps`)
  return guide
}

async function openArticle({ script = NO_SHEET, isPhone = false } = {}) {
  const opened = await openPage(browser, {
    viewport: isPhone ? { width: 360, height: 740 } : { width: 1280, height: 800 },
    hasTouch: isPhone,
    isMobile: isPhone,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const { page } = opened
  await page.addInitScript(script)
  await page.goto(url + PATH)
  await untilHydrated(page)
  return opened
}

describe('below an article', () => {
  test('a mail about a mistake names the article and its address', async () => {
    const { page, complaints, close } = await openArticle()
    const mail = await page.locator('.article-end [data-quote]').getAttribute('href')
    const title = await page.locator('main h1').textContent()
    expect(mail).toMatch(/^mailto:[^?]+@[^?]+\?subject=[^&]+&body=[^&]+$/)
    const { searchParams } = new URL(mail ?? '')
    expect(searchParams.get('subject')).toBe(`A mistake in “${title}”`)
    expect(searchParams.get('body')).toMatch(/^https?:\/\/.*\/how-a-broad-index-etf-works\n\n$/)
    expect(complaints).toEqual([])
    await close()
  })

  test('a mail about a mistake quotes what the reader has selected, also on a phone', async () => {
    const { page, complaints, close } = await openArticle({ isPhone: true })
    const bodyOfMail = async () => {
      // As a tap does before its click.
      const href = await page.evaluate<string>(`(() => {
        const link = document.querySelector('.article-end [data-quote]')
        link.addEventListener('click', (event) => event.preventDefault(), { once: true })
        getSelection().empty()
        link.click()
        return link.href
      })()`)
      return new URL(href).searchParams.get('body')
    }
    const address = await bodyOfMail()
    expect(address).toMatch(/\/how-a-broad-index-etf-works\n\n$/)
    const select = (place: number) =>
      page.evaluate<string>(`new Promise((resolve) => {
        document.addEventListener('selectionchange', () => resolve(String(getSelection()).trim()), {
          once: true,
        })
        getSelection().selectAllChildren(document.querySelectorAll('.prose p')[${place}])
      })`)
    for (const place of [0, 1]) {
      const words = [...(await select(place))].slice(0, 300).join('')
      expect(words).not.toBe('')
      expect(await bodyOfMail()).toBe(`${address}“${words}”\n\n`)
    }
    expect(complaints).toEqual([])
    await close()
  })

  test('the article can be copied as a source in three styles', async () => {
    const { page, complaints, close } = await openArticle()
    await page.locator('.article-end summary').click()
    const texts = await page
      .locator('.article-end details span:not(.copy-link span)')
      .allTextContents()
    expect(texts).toHaveLength(3)
    for (const [at, text] of texts.entries()) {
      expect(text).toContain(PATH)
      await page.locator('.article-end details .copy-link').nth(at).click()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(text)
    }
    expect(complaints).toEqual([])
    await close()
  })

  test('a phone with a sheet shares by it, other readers copy the link', async () => {
    const phone = await openArticle({ isPhone: true, script: SHEET })
    await phone.page.locator('.share-link').tap()
    expect(await phone.page.evaluate<{ url: string }[]>('window.given')).toEqual([
      { url: expect.stringMatching(/^https?:\/\/.*\/how-a-broad-index-etf-works$/) },
    ])
    expect(phone.complaints).toEqual([])
    await phone.close()

    const old = await openArticle({ isPhone: true })
    await old.page.locator('.share-link').tap()
    await old.page.waitForSelector('.share-link[data-copied]')
    expect(await old.page.evaluate('navigator.clipboard.readText()')).toContain(PATH)
    await old.close()

    const { page, close } = await openArticle({ script: SHEET })
    expect(await page.locator('#article-body + .copy-link').isVisible()).toBe(true)
    expect(await page.locator('.share-link').isVisible()).toBe(false)
    await close()
  })

  test('a reader goes on in a guide to its end, with and without JavaScript', async () => {
    const { title, steps } = await firstGuide()
    for (const javaScriptEnabled of [true, false]) {
      const { page, complaints, close } = await openPage(browser, { javaScriptEnabled })
      await page.goto(`${url}/articles/${steps[0]?.article}`)
      if (javaScriptEnabled) await untilHydrated(page)
      const guides = page.getByRole('navigation', { name: 'Guides' })
      const guide = guides.locator(':scope > div').filter({ hasText: title })
      for (const [at, { article }] of steps.entries()) {
        await page.waitForURL(`${url}/articles/${article}`)
        await guide.getByText(`${title} · step ${at + 1} of ${steps.length}`).waitFor()
        if (at + 1 < steps.length) await guide.getByText('Next:').getByRole('link').click()
      }
      await guide.getByRole('link', { name: 'Other guides' }).click()
      await page.waitForURL(`${url}/guides`)
      expect(complaints).toEqual([])
      await close()
    }
  })

  test('without JavaScript there are the mail and the sources, and no buttons', async () => {
    const { page, close } = await openPlain(browser, 'article')
    expect(await page.locator('.article-end [data-quote]').isVisible()).toBe(true)
    await page.locator('.article-end summary').click()
    expect(
      await page.locator('.article-end details span:not(.copy-link span)').first().isVisible(),
    ).toBe(true)
    expect(await page.locator('.article-end .copy-link').all()).not.toEqual([])
    for (const button of await page.locator('.article-end .copy-link').all()) {
      expect(await button.isVisible()).toBe(false)
    }
    await close()
  })
})
