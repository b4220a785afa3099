import chromiumPackage from '@sparticuz/chromium'
import { chromium } from 'playwright-core'
const [base, out, ...paths] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath: await chromiumPackage.executablePath(), args: ['--no-sandbox', '--headless=new'] })
for (const p of paths) for (const [w, dark] of [[360, false], [768, true], [1280, false]]) {
  const page = await browser.newPage({ viewport: { width: w, height: 900 }, colorScheme: dark ? 'dark' : 'light' })
  await page.goto(base + p)
  await page.waitForTimeout(300)
  await page.screenshot({ path: `${out}/${p.replace(/\W+/g, '_')}-${w}.png` })
  await page.close()
}
await browser.close()
