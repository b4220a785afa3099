import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { parse } from 'yaml'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { LIMIT, writeFacts } from '../../../support/content/fact-content.ts'

const FILE = 'articles/en_US/dated.md'
const ADDRESS = '/articles/dated'

/** An article of a file, with these lines in its front matter. */
const article = (...lines: string[]) => `---
title: Dated
slug: dated
author: Eleanor Whitcombe
entities:
  - category: expert-advice
    subcategories:
      - subcategory: other-expert-advice
${lines.map((line) => `${line}\n`).join('')}---
A bond is a loan that can be sold.
`

async function setZone({ folder }: TestContent, zone: string): Promise<void> {
  const site = parse(await readFile(path.join(folder.folder, 'site.yaml'), 'utf8'))
  site.locales.en_US.zone = zone
  await folder.write('site.yaml', JSON.stringify(site))
}

/** The dates of its page. */
async function datesAt(content: TestContent, address = ADDRESS) {
  const model = await content.pageModel(address)
  if (!('page' in model) || model.page.kind !== 'article') throw new Error(`No article: ${address}`)
  const { publishedAt, updatedAt } = model.page.article
  return { publishedAt, updatedAt }
}

describe('the time of an update in files', () => {
  const updatedAt = async (content: TestContent) => (await datesAt(content)).updatedAt

  test('changes with a change, a correction or its own field only', async ({ content }) => {
    const first = '2026-11-20T00:00:00.000Z'
    const save = async (day: number, text: string, ...lines: string[]) => {
      content.clock.now = new Date(`2026-12-0${day}T12:00:00Z`)
      const file = article('publishedAt: 2026-11-20', ...lines).replace('A bond', text)
      await content.folder.write(FILE, file)
      await content.import()
      return updatedAt(content)
    }
    expect(await save(1, 'A bond')).toBe(first)
    expect(await save(2, 'Quite another thing')).toBe(first)
    const changes = 'changes: [{ on: 2026-12-03, text: "The limits of 2027." }]'
    expect(await save(3, 'A note', changes)).toBe('2026-12-03T12:00:00.000Z')
    expect(await save(4, 'A loan', changes)).toBe('2026-12-03T12:00:00.000Z')
    const corrections = 'corrections: [{ on: 2026-12-05, was: loan, is: bond }]'
    expect(await save(5, 'A bond', changes, corrections)).toBe('2026-12-05T12:00:00.000Z')
    // The later of both, whichever it is.
    for (const [own, then] of [
      ['2026-12-04T06:00:00Z', '2026-12-05T00:00:00.000Z'],
      ['2026-12-05T06:00:00Z', '2026-12-05T06:00:00.000Z'],
    ] as const) {
      expect(await save(6, 'A bond', changes, corrections, `updatedAt: ${own}`)).toBe(then)
    }
  })

  test('changes with the value of a fact that the article prints', async ({ content }) => {
    const saves = (value: string, more = '') => ({
      dated: `A worker may put [${value}](fact:401k-limit) into a plan.${more}`,
    })
    await writeFacts(content, LIMIT, saves('$24,500'))
    await content.import()
    const first = '2026-11-30T00:00:00.000Z'
    expect(await updatedAt(content)).toBe(first)
    content.clock.now = new Date('2026-12-02T12:00:00Z')
    const then = ' In 2025 it was [$23,500](fact:401k-limit@2025).'
    await writeFacts(content, LIMIT, saves('$24,500', then))
    await content.import()
    expect(await updatedAt(content)).toBe(first)
    await writeFacts(content, LIMIT.replace('$24,500', '$24,600'), saves('$24,600', then))
    await content.import()
    expect(await updatedAt(content)).toBe('2026-12-02T12:00:00.000Z')
  })
})

describe('an article without a date', () => {
  test('gets the date of its first import or save, once [M-011, A8]', async ({ content }) => {
    await content.folder.write(FILE, article())
    await content.import()
    await content.commit('PUT', '/articles/by-api', articleDraft({ publishedAt: undefined }))
    const first = '2026-12-01T12:00:00.000Z'
    expect(await datesAt(content)).toEqual({ publishedAt: first, updatedAt: first })
    expect(await datesAt(content, '/articles/by-api')).toEqual(await datesAt(content))
    const feed = await content.pageModel('/')
    expect(JSON.stringify(feed)).toContain(ADDRESS)

    content.clock.now = new Date('2026-12-03T12:00:00Z')
    await content.folder.write(FILE, article('favorite: true'))
    await content.import()
    expect(await datesAt(content)).toEqual({ publishedAt: first, updatedAt: first })
  })

  test('is the newest of a first import', async ({ empty: content }) => {
    await content.folder.write(FILE, article())
    await content.import()
    expect(await datesAt(content)).toMatchObject({ publishedAt: '2026-12-01T12:00:00.000Z' })
    // Archives are numbered by these positions, the oldest article first.
    const last = await content.db
      .selectFrom('listing')
      .innerJoin('article', 'article.id', 'listing.article')
      .where('listing.list', '=', 'all')
      .orderBy('listing.position', 'desc')
      .select('article.slug')
      .executeTakeFirstOrThrow()
    expect(last.slug).toBe('dated')
    const list = await content.pageModel('/expert-advice')
    if (!('page' in list) || list.page.kind !== 'category') throw new Error('no category')
    expect(JSON.stringify(list.page).match(/\/articles\/[^"]+/)?.[0]).toBe(ADDRESS)
  })
})

describe('the time zone of the site', () => {
  test('decides what today is, and which day readers see [F56, A17, B12]', async ({ content }) => {
    await setZone(content, 'Europe/Istanbul')
    await content.folder.write(FILE, article('publishedAt: 2026-12-02'))
    content.clock.now = new Date('2026-12-01T20:54:59Z')
    await expect(content.import()).rejects.toThrow(
      `${FILE}:9: E-DATE-FUTURE publishedAt must not be in the future; the clock of this machine says 2026-12-01 23:54 Europe/Istanbul`,
    )
    content.clock.now = new Date('2026-12-01T20:55:00Z')
    await content.import()
    const day = '2026-12-02T00:00:00.000+03:00'
    expect(await datesAt(content)).toEqual({ publishedAt: day, updatedAt: day })

    // A stamp is on the day of the site as well.
    content.clock.now = new Date('2026-12-01T22:30:00Z')
    await content.commit('PUT', '/articles/by-api', articleDraft({ publishedAt: undefined }))
    const dates = await datesAt(content, '/articles/by-api')
    expect(dates.publishedAt).toBe('2026-12-02T01:30:00.000+03:00')
    await content.commit('PATCH', '/articles/by-api', { updatedAt: '2026-12-02' })
    expect(await datesAt(content, '/articles/by-api')).toEqual({
      publishedAt: dates.publishedAt,
      updatedAt: dates.publishedAt,
    })
    const answer = await content.edit('PATCH', ADDRESS, { updatedAt: '2026-12-03' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().reasons).toEqual([
      {
        field: '/updatedAt',
        code: 'E-DATE-FUTURE',
        message:
          'must not be in the future; the clock of this machine says 2026-12-02 01:30 Europe/Istanbul',
      },
    ])
  })

  test('accepts an article of the site’s first day in every zone, and saves it again', async ({
    content,
  }) => {
    await setZone(content, 'Pacific/Kiritimati')
    await content.folder.write(FILE, article('publishedAt: 2024-11-07'))
    await content.import()
    expect((await datesAt(content)).publishedAt).toBe('2024-11-07T00:00:00.000+14:00')
    const whole = (await content.edit('GET', ADDRESS)).json()
    await content.commit('PUT', ADDRESS, whole)
    await content.commit('PATCH', ADDRESS, { takeaways: ['One thing'] })
    const answer = await content.edit('PATCH', ADDRESS, { publishedAt: '2024-11-06' })
    expect(answer.json().reasons).toMatchObject([{ code: 'E-DATE-START' }])
  })

  test('keeps the days of files and of editors when it changes [F56]', async ({ content }) => {
    await content.folder.write(FILE, article('publishedAt: 2026-11-20', 'updatedAt: 2026-11-21'))
    await content.folder.write(
      'articles/en_US/instant.md',
      article('publishedAt: 2026-11-20T00:00:00Z')
        .replaceAll('dated', 'instant')
        .replace('Dated', 'At'),
    )
    await content.folder.write(
      'articles/en_US/edited.md',
      article('publishedAt: 2026-11-20').replaceAll('dated', 'edited').replace('Dated', 'Edited'),
    )
    await content.import()
    await content.commit('PATCH', '/articles/edited', { publishedAt: '2026-11-19T12:00:00Z' })

    await setZone(content, 'America/New_York')
    const { changes } = await content.import()
    expect(changes).toBeDefined()
    expect(await datesAt(content)).toEqual({
      publishedAt: '2026-11-20T00:00:00.000-05:00',
      updatedAt: '2026-11-21T00:00:00.000-05:00',
    })
    expect((await datesAt(content, '/articles/instant')).publishedAt).toBe(
      '2026-11-19T19:00:00.000-05:00',
    )
    expect((await datesAt(content, '/articles/edited')).publishedAt).toBe(
      '2026-11-19T07:00:00.000-05:00',
    )
    expect(await content.import()).toMatchObject({ changed: false })
  })

  test('keeps the day of a withdrawn article until it is published again', async ({ content }) => {
    await content.folder.write(FILE, article('publishedAt: 2026-11-20'))
    await content.import()
    await content.commit('DELETE', ADDRESS)
    await setZone(content, 'America/New_York')
    await content.import()
    await content.commit('PATCH', ADDRESS, { withdrawn: false })
    expect((await datesAt(content)).publishedAt).toBe('2026-11-20T00:00:00.000-05:00')
  })

  test('decides whether a text was changed after its review', async ({ content }) => {
    await setZone(content, 'America/New_York')
    await content.import()
    const review = { reviewedBy: 'Ada Bell', reviewedAt: '2026-11-07' }
    const save = async (updatedAt: string) => {
      const draft = articleDraft({ publishedAt: '2026-11-01', ...review, updatedAt })
      const answer = await content.edit('PUT', '/articles/by-api', draft)
      return JSON.stringify(answer.json().warnings).includes('W-REVIEW')
    }
    expect(await save('2026-11-08T04:59:59Z')).toBe(false)
    expect(await save('2026-11-08T05:00:00Z')).toBe(true)
  })

  test('must exist', async ({ content }) => {
    await content.folder.write(FILE, article('publishedAt: 2026-11-20'))
    await setZone(content, 'Istanbul')
    await expect(content.import()).rejects.toThrow(
      /site\.yaml:1: E-SCHEMA locales\.en_US\.zone "Istanbul" is not the name of a time zone: write it as Europe\/Istanbul or UTC/,
    )
  })
})

test('a corrected date of publication does not count as an update [B30]', async ({ content }) => {
  await content.commit('PUT', '/articles/by-api', articleDraft({ publishedAt: '2026-05-04' }))
  await content.commit('PATCH', '/articles/by-api', { publishedAt: '2026-02-04' })
  const day = '2026-02-04T00:00:00.000Z'
  expect(await datesAt(content, '/articles/by-api')).toEqual({ publishedAt: day, updatedAt: day })
})

describe('a clock that is years behind', () => {
  test('is shown in every refusal, and nothing is saved [F56]', async ({ content }) => {
    content.clock.now = new Date('2023-11-26T12:00:00Z')
    const revision = await content.revision()
    const undated = articleDraft({ publishedAt: undefined })
    const named =
      /clock of this machine says 2023-11-26.*first day: set the clock right, or write the day/
    const refused = await content.edit('PUT', '/articles/by-api', undated)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().reasons).toEqual([
      { field: '/publishedAt', code: 'E-DATE-START', message: expect.stringMatching(named) },
    ])
    const patch = { title: 'Another title' }
    const answer = await content.edit(
      'PATCH',
      '/articles/what-a-bond-is-and-why-its-price-moves',
      patch,
    )
    expect([answer.statusCode, answer.json().detail]).toEqual([
      503,
      "The clock of this machine says 2023-11-26T12:00:00.000Z, which is before the site's first day. Set it right, then save again; nothing was changed",
    ])
    await content.folder.write(FILE, article())
    await expect(content.import()).rejects.toThrow(named)
    expect(await content.revision()).toBe(revision)
  })
})
