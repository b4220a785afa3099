import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { LOCALES } from '../../../../services/shared/contracts/primitives.ts'
import { languageOf } from '../../../../services/shared/text/language-tag.ts'
import { type TestContent, contentTest as test } from '../../../support/content/content-service.ts'

const FUND = '/articles/how-a-broad-index-etf-works'
const FUND_THERE = 'articles/ru_RU/birzhevoy-fond-na-indeks.md'
const KEY = 'translationKey: index-etf'

async function rewrite({ folder }: TestContent, file: string, from: string, to: string) {
  const before = await readFile(path.join(folder.folder, file), 'utf8')
  if (!before.includes(from)) throw new Error(`${file} does not say ${from}`)
  await folder.write(file, before.replace(from, to))
}

/** Says where the sites of all languages are, and imports. */
async function importWithSisters(content: TestContent) {
  for (const locale of LOCALES) {
    const site = `https://${languageOf(locale)}.finlore.example`
    await rewrite(content, 'site.yaml', `  ${locale}:\n`, `  ${locale}:\n    address: ${site}\n`)
  }
  return content.import()
}

async function translationsOf(content: TestContent, article = FUND) {
  const model = await content.pageModel(article)
  if (model.status !== 'found' || model.page.kind !== 'article') throw new Error('no article')
  return model.page.translations
}

const lastTags = async ({ db }: TestContent) =>
  (await db.selectFrom('change').select('tags').orderBy('revision', 'desc').executeTakeFirst())
    ?.tags

describe('articles with one translation key', () => {
  test('are linked where the sites are linked', async ({ content }) => {
    expect(await translationsOf(content)).toBeUndefined()

    await importWithSisters(content)

    expect(await translationsOf(content)).toEqual({
      ru: '/articles/birzhevoy-fond-na-indeks',
      tr: '/articles/borsa-yatirim-fonu-nasil-calisir',
    })
    expect(await translationsOf(content, '/articles/renting-or-buying-the-numbers')).toEqual({
      ru: '/articles/snimat-ili-pokupat-kvartiru',
    })
    expect(await translationsOf(content, '/articles/hsa-or-fsa')).toBeUndefined()
    expect(await content.import()).toMatchObject({ changed: false })
  })

  test('are rebuilt when the other one is renamed or withdrawn, and no other page is', async ({
    content,
  }) => {
    await importWithSisters(content)

    await rewrite(content, FUND_THERE, 'slug: birzhevoy-fond-na-indeks', 'slug: fond-na-indeks')
    expect(await content.import()).toMatchObject({ changed: true })
    expect(await lastTags(content)).toEqual(['translations:index-etf'])
    expect(await translationsOf(content)).toMatchObject({ ru: '/articles/fond-na-indeks' })

    await content.folder.remove(FUND_THERE)
    await content.import()
    expect(await lastTags(content)).toEqual(['translations:index-etf'])
    expect(await translationsOf(content)).toEqual({
      tr: '/articles/borsa-yatirim-fonu-nasil-calisir',
    })
  })

  test('may get the key later, and lose it', async ({ content }) => {
    await importWithSisters(content)
    const file = `${FUND.slice(1).replace('articles/', 'articles/en_US/')}.md`

    await rewrite(content, file, `${KEY}\n`, '')
    await content.import()
    expect(await translationsOf(content)).toBeUndefined()

    await rewrite(content, file, 'slug:', 'translationKey: emergency-fund\nslug:')
    await content.import()
    expect(await translationsOf(content)).toEqual({
      ru: '/articles/finansovaya-podushka-skolko-i-gde',
      tr: '/articles/acil-durum-fonu-kac-aylik',
    })
  })
})
