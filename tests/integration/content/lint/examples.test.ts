import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { importContent } from '../../../../services/content/import/import-content.ts'
import { type TestContent, contentTest as test } from '../../../support/content/content-service.ts'

const SAMPLES = path.resolve(import.meta.dirname, '../../../../deploy/local/samples')
const ADS = 'ads/en_US.json'

const importAs = ({ db, folder, clock }: TestContent, options: object) =>
  importContent(db, { folder: folder.folder, locale: 'en_US', now: clock.now, ...options })

/** Writes the addresses of a real site instead of those that are examples. */
async function ownAddresses({ folder }: TestContent): Promise<void> {
  for (const file of [
    'site.yaml',
    ...['about-us', 'privacy-policy', 'terms'].map((name) => `info/en_US/${name}.md`),
  ]) {
    const text = await readFile(path.join(folder.folder, file), 'utf8')
    await folder.write(file, text.replaceAll('finlore.example', 'wikipedia.org'))
  }
}

describe('a site that search engines list', () => {
  test('has no contact that is an example [F57]', async ({ content }) => {
    const refusal = await importAs(content, { isListed: true }).catch(
      (error: Error) => error.message,
    )
    expect(refusal).toContain(
      'site.yaml:12: E-EXAMPLE contacts.email has finlore.example, which is an address for examples: readers of a site with INDEXING=on would write to nobody. Write your own, or null',
    )
    for (const place of [
      'site.yaml:14: E-EXAMPLE contacts.facebook',
      'site.yaml:15: E-EXAMPLE contacts.instagram',
      'info/en_US/about-us.md:35: E-EXAMPLE',
      'info/en_US/about-us.md:45: E-EXAMPLE',
      'info/en_US/privacy-policy.md:34: E-EXAMPLE',
      'info/en_US/terms.md:36: E-EXAMPLE',
    ]) {
      expect(refusal).toContain(place)
    }
    expect(await content.revision()).toBe(1)

    await ownAddresses(content)
    expect(await importAs(content, { isListed: true })).toMatchObject({ changed: true })
  })

  test('links to no sister site that is an example', async ({ content }) => {
    await ownAddresses(content)
    const site = await content.folder.read('site.yaml')
    const address = 'address: https://tr.example.com'
    await content.folder.write(
      'site.yaml',
      site.replace('  tr_TR:\n', `  tr_TR:\n    ${address}\n`),
    )
    await expect(importAs(content, { isListed: true })).rejects.toThrow(
      'E-EXAMPLE locales.tr_TR.address has tr.example.com',
    )
  })

  test('has no paid link that is an example, be it in a file or stored [F57]', async ({
    content,
  }) => {
    await ownAddresses(content)
    const samples = await readFile(path.join(SAMPLES, ADS), 'utf8')
    await content.folder.write(ADS, samples)
    await expect(importAs(content, { isListed: true })).rejects.toThrow(
      `${ADS}:5: E-EXAMPLE sapeData.sapeLinks./.0 has bank.example`,
    )
    await content.folder.remove(ADS)
    await content.commit('PUT', '/ads', JSON.parse(samples))
    await expect(importAs(content, { isListed: true })).rejects.toThrow(
      /ads\/en_US\.json:1: E-EXAMPLE is not what is stored: the paid links for \/ have bank\.example, budget\.example, .* Send the links that you sell with PUT \/ads, or none: \{"sapeData":\{"sapeLinks":\{\}\}\}/,
    )
    await content.commit('PUT', '/ads', { sapeData: { sapeLinks: {} } })
    expect(await importAs(content, { isListed: true })).toMatchObject({ changed: true })
  })
})

describe('the paid links that show how a site looks', () => {
  test('are stored on request if the folder has none', async ({ content }) => {
    const paths = async () =>
      (await content.db.selectFrom('ad').select('path').orderBy('path').execute()).map(
        ({ path }) => path,
      )
    expect(await paths()).toEqual([])
    // Each of them is shown in full.
    expect((await importAs(content, { samples: SAMPLES })).remarks).toEqual([])
    expect(await paths()).toEqual(['/', '/articles/how-a-broad-index-etf-works', '/expert-advice'])

    const own = { sapeData: { sapeLinks: { '/': ['<a href="https://www.wikipedia.org/">W</a>'] } } }
    await content.folder.write(ADS, JSON.stringify(own))
    await importAs(content, { samples: SAMPLES })
    expect(await paths()).toEqual(['/'])
  })
})
