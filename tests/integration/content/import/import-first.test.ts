import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { relinkAll } from '../../../../services/content/edits/relink.ts'
import { ContentError } from '../../../../services/content/folder/content-problem.ts'
import {
  openTestContent,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { readAllRows } from '../../../support/content/table-rows.ts'

const ARTICLES = 'articles/en_US'
/** More than are checked and written at once. */
const MANY = 450

const article = (slug: string, fields = '') => `---
title: About ${slug}
slug: ${slug}
author: Eleanor Whitcombe
entities:
  - category: expert-advice
    subcategories:
      - subcategory: market-trends
        subsubcategories: [rates, cycles]
      - subcategory: risk-management
  - category: product-reviews
${fields}---

What there is to say of a bond, and of its price.
`

/** Everything about articles, without the number of the import that wrote it. */
async function storedArticles({ db }: TestContent) {
  const rows = await sql<{ row: object }>`
    select to_jsonb(article) - 'revision' as row from article
    union all select to_jsonb(placement) from placement
    union all select to_jsonb(listing) from listing
    union all select to_jsonb(source_file) from source_file
    union all select to_jsonb(author) from author
    union all select to_jsonb(sitemap_part) from sitemap_part
    union all select to_jsonb(term) from term
    union all select to_jsonb(mention) from mention
    union all select to_jsonb(article_word) from article_word
    order by 1
  `.execute(db)
  return rows.rows.map(({ row }) => row)
}

async function indexesOf({ db }: TestContent) {
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where schemaname = 'content' order by indexname
  `.execute(db)
  return rows.map(({ indexdef }) => indexdef)
}

const feedOf = async ({ app }: TestContent) => (await app.inject('/changes?after=0')).json().feed

describe('the first import of articles', () => {
  test('writes the same as saving them one by one', async ({ empty: content }) => {
    const other = await openTestContent(false)
    const [first, ...rest] = [
      // The oldest comes first in every list, so this one is first in both.
      article(
        'the-oldest-one',
        'publishedAt: 2024-11-07\nterms:\n  - term: price\n    definition: What is paid.\n',
      ),
      article('an-undated-one', 'takeaways: [One thing]\nfavorite: true\n'),
      article('a-dated-one', 'publishedAt: 2024-11-08\nupdatedAt: 2025-01-02\n'),
      article('one-of-the-same-day', 'publishedAt: 2024-11-08\ntopNotchRank: 7\n'),
    ]
    // They name articles that are not there at first.
    for (const { folder } of [content, other]) await folder.remove('guides/en_US.yaml')
    try {
      const real = path.join(other.folder.folder, ARTICLES)
      await rename(real, `${real}-kept`)
      await mkdir(real)
      await other.folder.write(`${ARTICLES}/0.md`, first ?? '')
      await other.import()
      await rm(real, { recursive: true })
      await rename(`${real}-kept`, real)
      for (const { folder } of [content, other]) {
        for (const [number, text] of [first, ...rest].entries()) {
          await folder.write(`${ARTICLES}/${number}.md`, text ?? '')
        }
      }
      await content.import()
      await other.import()
      // Those saved before a term came are linked to it later.
      await relinkAll(other.db, 'en_US')

      expect(await storedArticles(content)).toEqual(await storedArticles(other))
    } finally {
      await other.close()
    }
  })

  test('builds the word index once, with the same definition', async ({ empty: content }) => {
    const before = await indexesOf(content)
    await content.import()

    expect(before.join()).toContain('article_word_words')
    expect(await indexesOf(content)).toEqual(before)
  })

  test('keeps the word index while it is read', async ({ empty: content }) => {
    const before = await indexesOf(content)
    await content.db.transaction().execute(async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
      await sql`select from article_word`.execute(tx)
      expect(await content.import()).toMatchObject({ changed: true })
    })

    expect(await indexesOf(content)).toEqual(before)
  })

  test('starts a new history', async ({ empty: content }) => {
    const before = await feedOf(content)
    await content.import()
    const after = await feedOf(content)

    expect(after).not.toBe(before)
    await content.folder.write(`${ARTICLES}/later.md`, article('later'))
    await content.import()
    expect(await feedOf(content)).toBe(after)
  })

  test('rolls back all of many when the last one is invalid', async ({ empty: content }) => {
    for (let number = 1; number <= MANY; number++) {
      await content.folder.write(`${ARTICLES}/many-${number}.md`, article(`many-${number}`))
    }
    await content.folder.write(
      `${ARTICLES}/wrong.md`,
      article('wrong', 'publishedAt: 2026-11-30\nprovenance: copied\n'),
    )
    const before = await readAllRows(content.db)

    await expect(content.import()).rejects.toThrow(ContentError)
    expect(await readAllRows(content.db)).toEqual(before)
    await content.folder.remove(`${ARTICLES}/wrong.md`)
    expect(await content.import()).toMatchObject({ changed: true, revision: 1 })
  })
})
