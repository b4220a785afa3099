import { describe, expect, vi } from 'vitest'
import { listenForChanges } from '../../../../services/content/changes/change-signal.ts'
import { commitEdit } from '../../../../services/content/changes/commit-edit.ts'
import { menuPause, renewMenu } from '../../../../services/content/edits/renew-menu.ts'
import { scheduleMenu } from '../../../../services/content/edits/schedule-menu.ts'
import { loadMenuTopics, MENU_SETTING } from '../../../../services/content/library/menu-topics.ts'
import { listPaths } from '../../../../services/content/pages/path-list.ts'
import type { ArchivePage, SubcategoryPage } from '../../../../services/shared/contracts/page.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { compareWithTags, readAllPages } from '../../../support/pages/page-models.ts'

const SECTION = '/expert-advice/risk-management'
const about = (...topics: string[]) => [
  {
    category: 'expert-advice',
    subcategories: [{ subcategory: 'risk-management', subsubcategories: topics }],
  },
]
const write = (content: TestContent, slug: string, ...topics: string[]) =>
  content.commit('PUT', `/articles/${slug}`, articleDraft({ entities: about(...topics) }))

async function pageAt(content: TestContent, path: string) {
  const model = await content.pageModel(path)
  if (model.status !== 'found') throw new Error(`${path} is ${model.status}`)
  return model
}

async function sectionAt(content: TestContent, path: string): Promise<SubcategoryPage> {
  const { page } = await pageAt(content, path)
  if (page.kind !== 'subcategory') throw new Error(page.kind)
  return page
}

const link = (title: string, slug: string) => ({ title, path: `${SECTION}?topic=${slug}` })

/** In the menu, what stands under the subcategory. */
async function inMenu(content: TestContent) {
  const { shell } = await pageAt(content, '/')
  const branches = shell.menu.flatMap(({ children = [] }) => children)
  return branches.find(({ key }) => key === SECTION)?.children?.map(({ label }) => label)
}

describe('topics', () => {
  test('of the site’s own content have pages, and are in the menu [M-112]', async ({
    shared: content,
  }) => {
    const { shell } = await pageAt(content, '/')
    const leaves = shell.menu.flatMap(({ children = [] }) =>
      children.flatMap((branch) => branch.children ?? []),
    )
    expect(leaves.length).toBeGreaterThanOrEqual(6)
    expect(leaves).toContainEqual({
      label: 'DeFi',
      key: '/investment-dictionaries/terms-and-definitions?topic=defi',
    })
    for (const { label, key } of leaves) {
      const [section = '', slug = ''] = key.split('?topic=')
      const page = await sectionAt(content, `${section}/topics/${slug}`)
      expect(page).toMatchObject({ path: key, topic: { title: label, path: key } })
      expect(page.articles.length, key).toBeGreaterThan(0)
      const all = await sectionAt(content, section)
      expect(all.topics).toContainEqual({ title: label, path: key })
      expect(all.topic).toBeUndefined()
    }
  })

  test('come from articles, with the spelling of the first one [M-306]', async ({ content }) => {
    expect((await sectionAt(content, SECTION)).topics).toBeUndefined()
    await write(content, 'one', 'Cash & reserves', 'options')
    await write(content, 'two', 'cash-reserves', 'Cash reserves')
    await write(content, 'three')

    const page = await sectionAt(content, SECTION)
    expect(page.topics).toEqual([
      link('Cash & reserves', 'cash-reserves'),
      link('Options', 'options'),
    ])
    const cash = await sectionAt(content, `${SECTION}/topics/cash-reserves`)
    expect(cash.articles.map(({ path }) => path)).toEqual(['/articles/one', '/articles/two'])
    expect(cash.seo).toEqual({
      title: 'Cash & reserves – Risk management – Finlore',
      description:
        'Cash & reserves: all articles on this topic in “Risk management”, part of Expert advice, newest first.',
    })
    expect(cash.favorites).toEqual([])

    await content.commit('DELETE', '/articles/one')
    expect((await sectionAt(content, SECTION)).topics).toEqual([
      link('Cash Reserves', 'cash-reserves'),
    ])
    expect(await content.pageModel(`${SECTION}/topics/options`)).toMatchObject({
      status: 'unknown',
    })
  })

  test('answer 404 where no article has them', async ({ content }) => {
    await write(content, 'one', 'options')
    for (const path of [
      `${SECTION}/topics/futures`,
      `${SECTION}/topics/options/page/1`,
      `${SECTION}/topics/options/more`,
      `${SECTION}/topics`,
      '/expert-advice/market-trends/topics/options',
      '/product-reviews/risk-management/topics/options',
      '/expert-advice/topics/options',
    ]) {
      expect(await content.pageModel(path), path).toMatchObject({ status: 'unknown' })
    }
  })

  test('have an archive when they are long, which is not indexed', async ({ content }) => {
    await content.commit('PUT', '/ads', {
      sapeData: { sapeLinks: { [SECTION]: ['<a href="https://a.example">x</a>'] } },
    })
    for (let number = 1; number <= 25; number++) await write(content, `new-${number}`, 'options')
    const front = await sectionAt(content, `${SECTION}/topics/options`)
    expect(front.archive).toEqual({ base: `${SECTION}?topic=options`, pages: 1 })
    expect(front.articles).toHaveLength(13)
    expect(front.sponsored?.links).toMatchObject([{ href: 'https://a.example/' }])

    const { page } = await pageAt(content, `${SECTION}/topics/options/page/1`)
    expect(page).toMatchObject({
      kind: 'archive',
      path: `${SECTION}/page/1?topic=options`,
      seo: { title: 'Options, page 1 – Risk management – Expert advice – Finlore', noindex: true },
      list: link('Options', 'options'),
      archive: { base: `${SECTION}?topic=options`, pages: 1 },
    } satisfies DeepPartial<ArchivePage>)

    const { paths } = await listPaths(content.read, undefined, 1_000)
    const listed = paths.map(({ path }) => path)
    expect(listed).toContain(`${SECTION}/topics/options`)
    expect(listed).toContain(`${SECTION}/topics/options/page/1`)
    // In parts of any size the list is the same.
    const bySteps: string[] = []
    for (let after: string | undefined; ; ) {
      const part = await listPaths(content.read, after, 7)
      bySteps.push(...part.paths.map(({ path }) => path))
      if (part.next === null) break
      after = part.next
    }
    expect(bySteps).toEqual(listed)
    const xml = await content.app.inject('/sitemap-model?path=/sitemaps/pages.xml')
    expect(xml.body).not.toContain('topic')
  })

  test('are updated exactly by edits, and a new one rebuilds few pages', async ({ content }) => {
    const kept = await readAllPages(content)
    const steps: [string, () => Promise<unknown>][] = [
      ['a new topic', () => write(content, 'one', 'options')],
      ['its second article', () => write(content, 'two', 'options', 'Futures')],
      ['another name', () => write(content, 'one', 'Options & futures', 'options')],
      ['the first one named otherwise', () => write(content, 'one', 'Options', 'futures')],
      ['an article without', () => write(content, 'two')],
      ['a title', () => content.commit('PATCH', '/articles/one', { title: 'Other' })],
      ['the last one gone', () => content.commit('DELETE', '/articles/one')],
      ['back again', () => write(content, 'one', 'options')],
      ['the menu', () => commitEdit(content.db, (edit) => renewMenu(edit, new Date()))],
      ['a third', () => write(content, 'three', 'options')],
      ['one gone', () => content.commit('DELETE', '/articles/one')],
      ['the others, too', () => write(content, 'three', 'Futures')],
      ['the menu', () => commitEdit(content.db, (edit) => renewMenu(edit, new Date()))],
    ]
    for (const [name, run] of steps) {
      const revision = await content.revision()
      await run()
      const touched = (await content.changesAfter(revision)).flatMap(({ tags }) => tags)
      const comparison = compareWithTags(kept, await readAllPages(content), touched)
      const { met, missed, excess, unrecorded } = comparison
      expect({ missed, excess, unrecorded }, name).toEqual({
        missed: [],
        excess: [],
        unrecorded: [],
      })
      if (name !== 'the menu') expect(met.length, `${name}: ${met}`).toBeLessThanOrEqual(25)
      expect(touched.includes('shell'), name).toBe(name === 'the menu')
    }
  })

  test('are added to the menu in an edit of its own, the more rarely the larger the site is', async ({
    content,
  }) => {
    const now = new Date()
    expect(await menuPause(content.read, now)).toBeUndefined()
    await write(
      content,
      'one',
      ...['f', 'b', 'a', 'c', 'e', 'd', 'g'].map((name) => `Topic ${name}`),
    )
    await write(content, 'two', 'Topic g')
    expect(await inMenu(content)).toBeUndefined()
    expect(await menuPause(content.read, now)).toBe(0)

    const signal = listenForChanges(content.databaseUrl)
    const failures: unknown[] = []
    const menu = scheduleMenu(content.db, { signal, onFailure: (error) => failures.push(error) })
    await vi.waitUntil(async () => (await inMenu(content)) !== undefined, 10_000)
    await menu.stop()
    await signal.close()
    expect(failures).toEqual([])
    // The largest six, in the order of the alphabet.
    const shown = await inMenu(content)
    expect(shown).toHaveLength(6)
    expect(shown).toContain('Topic g')
    expect(shown).toEqual(shown?.toSorted())

    await write(content, 'three', 'Topic h')
    await write(content, 'four', 'Topic h')
    const justAfter = new Date()
    const { articles } = await content.db
      .selectFrom('article')
      .select(({ fn }) => fn.countAll<number>().as('articles'))
      .executeTakeFirstOrThrow()
      .then((row) => ({ articles: Number(row.articles) }))
    expect(await menuPause(content.read, justAfter)).toBeLessThanOrEqual(10 * articles)
    expect(await menuPause(content.read, new Date(justAfter.getTime() + 10 * articles))).toBe(0)
  })

  test('are replaced in the menu only by one that is clearly larger', async ({ content }) => {
    const renew = () => commitEdit(content.db, (edit) => renewMenu(edit, new Date()))
    const first = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => `Topic ${name}`)
    await write(content, 'one', ...first)
    await write(content, 'two', ...first)
    await renew()
    expect(await inMenu(content)).toEqual(first)

    for (const slug of ['three', 'four']) await write(content, slug, 'Extra')
    expect(await menuPause(content.read, new Date())).toBeUndefined()
    for (const slug of ['five', 'six']) await write(content, slug, 'Extra')
    await renew()
    expect(await inMenu(content)).toEqual(['Extra', ...first.slice(0, 5)])

    // The one that left has to become as much larger to come back.
    for (const slug of ['seven', 'eight', 'nine']) await write(content, slug, 'Topic F')
    await renew()
    expect(await inMenu(content)).toEqual(['Extra', ...first.slice(0, 4), 'Topic F'])
    await write(content, 'one', ...first.slice(0, 3))
    await write(content, 'two', ...first.slice(0, 3), 'Topic E')
    await renew()
    const without = [...first.slice(0, 3), 'Topic E', 'Topic F']
    expect(await inMenu(content)).toEqual(['Extra', ...without])
  })

  test('are added to the menu later after an import, too', async ({ content }) => {
    const article = (slug: string, topic: string) =>
      content.folder.write(
        `articles/en_US/${slug}.md`,
        `---
title: About ${topic}
slug: ${slug}
author: Eleanor Whitcombe
publishedAt: 2026-01-02
entities:
  - category: expert-advice
    subcategories:
      - subcategory: risk-management
        subsubcategories: [${topic}]
---

Text.
`,
      )
    await article('one', 'Options')
    await content.import()
    expect(await inMenu(content)).toBeUndefined()
    content.clock.now = new Date(content.clock.now.getTime() + 60_000)
    await content.import()
    expect(await inMenu(content)).toEqual(['Options'])
  })

  test('are left out of a menu that is stored in another form, until it is renewed', async ({
    content,
  }) => {
    const before = await loadMenuTopics(content.read)
    await content.db
      .updateTable('setting')
      .set({ value: JSON.stringify({ at: 'today', sections: [] }) })
      .where('name', '=', MENU_SETTING)
      .execute()
    expect((await loadMenuTopics(content.read)).sections).toEqual({})
    expect(await menuPause(content.read, new Date())).toBe(0)
    await commitEdit(content.db, (edit) => renewMenu(edit, new Date()))
    expect((await loadMenuTopics(content.read)).sections).toEqual(before.sections)
  })

  test('that are only in the menu have an empty page until it is renewed', async ({ content }) => {
    const renew = () => commitEdit(content.db, (edit) => renewMenu(edit, new Date()))
    await write(content, 'one', 'options')
    await renew()
    await content.commit('DELETE', '/articles/one')
    const page = await sectionAt(content, `${SECTION}/topics/options`)
    expect(page).toMatchObject({ topic: link('Options', 'options'), articles: [] })
    expect(page.seo.noindex).toBe(true)
    expect(await inMenu(content)).toEqual(['Options'])
    await renew()
    expect(await inMenu(content)).toBeUndefined()
    expect(await content.pageModel(`${SECTION}/topics/options`)).toMatchObject({
      status: 'unknown',
    })
  })

  test('are listed for articles from before there were such lists', async ({ content }) => {
    const days = ['one', 'two', 'three', 'four', 'five', 'six']
    for (const [day, slug] of days.entries()) {
      const publishedAt = `2026-02-0${day + 1}`
      const draft = articleDraft({ entities: about('options'), publishedAt })
      await content.commit('PUT', `/articles/${slug}`, draft)
    }
    const before = (await sectionAt(content, `${SECTION}/topics/options`)).articles
    const rows = () =>
      content.db
        .selectFrom('listing')
        .select(['list', 'article', 'position'])
        .where('list', 'like', '%/%/%')
        .orderBy('list')
        .orderBy('position')
        .execute()
    const all = await rows()
    await content.db.deleteFrom('listing').where('list', 'like', '%/%/%').execute()
    expect(await content.pageModel(`${SECTION}/topics/options`)).toMatchObject({
      status: 'unknown',
    })
    await content.import()
    expect(await rows()).toEqual(all)
    expect((await sectionAt(content, `${SECTION}/topics/options`)).articles).toEqual(before)
    expect((await content.import()).changed).toBe(false)

    // A former version without the lists takes an article from them that it saves while both run.
    await content.db
      .deleteFrom('listing')
      .where('list', '=', 'expert-advice/risk-management/options')
      .where('position', '=', 6)
      .execute()
    await content.import()
    expect(await rows()).toEqual(all)
  })
})

type DeepPartial<T> = { [Key in keyof T]?: T[Key] extends object ? DeepPartial<T[Key]> : T[Key] }
