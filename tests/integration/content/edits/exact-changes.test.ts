import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { commitEdit } from '../../../../services/content/changes/commit-edit.ts'
import { tags } from '../../../../services/content/changes/tags.ts'
import { isRelinkDue, relinkSome } from '../../../../services/content/edits/relink.ts'
import { articleWords, findMentions } from '../../../../services/content/glossary/find-mentions.ts'
import { loadGlossary } from '../../../../services/content/library/term-repository.ts'
import { loadWebBundle } from '../../../../services/render/documents/bundle/web-bundle.ts'
import { renderDocument } from '../../../../services/render/documents/document.ts'
import { renderPageData } from '../../../../services/render/documents/page-data.ts'
import type { ContentPage } from '../../../../services/shared/contracts/page.ts'
import type { Shell } from '../../../../services/shared/contracts/site.ts'
import { NAMES_TAG } from '../../../../services/shared/contracts/tags.ts'
import { buildWebOnce } from '../../../support/browser/build-web-once.ts'
import { type TestContent, contentTest as test } from '../../../support/content/content-service.ts'
import { createDice } from '../../../support/content/dice.ts'
import {
  makeArticleEdit,
  makeEdit,
  openEditors,
  putDraft,
  randomDraft,
} from '../../../support/content/random-edits.ts'
import { compareWithTags, readAllPages } from '../../../support/pages/page-models.ts'
import { SITE_URL } from '../../../support/site/wire-site.ts'

/** By hand as many as one has time for. */
const EDITS = Number(process.env.EDITS ?? 120)
const ARTICLES = 60
/**
 * Where the list of all articles ends: a few more, and its archive opens a second page. Its first
 * articles are on the first, the next ones on what becomes the second.
 */
const LAST_POSITION = 1_495
const GROUP = 30
/** Every so often, so many editors save at once. */
const SOME_AT_ONCE = 4
const AT_ONCE = 4

/** The site's own content with short lists and more articles, so that there are archives. */
async function openSite(content: TestContent, seed: number) {
  const site = await readFile(path.join(content.folder.folder, 'site.yaml'), 'utf8')
  await content.folder.write('site.yaml', site.replace('pageSize: 12', 'pageSize: 4'))
  await content.import()
  const editors = await openEditors(content, createDice(seed))
  for (let number = 1; number <= ARTICLES; number++) {
    await putDraft(content, `generated-${number}`, randomDraft(editors))
  }
  // An edit of its own, as everything is that changes what pages show.
  await commitEdit(content.db, async ({ tx, touch }) => {
    touch(tags.sitemapList)
    await sql`
      with moved as (delete from listing where list = 'all' returning *)
      insert into listing (list, position, article, published_at)
        select list, position + case
            when position <= ${GROUP} then 0
            when position <= ${2 * GROUP} then 600
            else ${LAST_POSITION} - max(position) over ()
          end, article, published_at
        from moved
    `.execute(tx)
  })
}

const seed = Number(process.env.SEED ?? 20261120)

/** A page as readers and their browsers get it: HTML and page-data, byte for byte. */
async function openRenderer() {
  await buildWebOnce()
  const { renderPage, assets, build } = await loadWebBundle()
  return (page: ContentPage, shell: Shell) => {
    const { html, hydration } = renderPage(page, shell)
    const document = { page, shell, html, hydration, assets, build, siteUrl: SITE_URL }
    return hash('sha256', renderDocument(document) + renderPageData(page, shell))
  }
}

/** The same, which renders a page again only if its data or the shell is another than the last time. */
function renderOnce(render: (page: ContentPage, shell: Shell) => string) {
  const shells = new WeakMap<Shell, string>()
  const made = new Map<string, { from: string; bytes: string }>()
  return (page: ContentPage, shell: Shell) => {
    const shellHash = shells.get(shell) ?? hash('sha256', JSON.stringify(shell))
    shells.set(shell, shellHash)
    const from = hash('sha256', JSON.stringify(page)) + shellHash
    const last = made.get(page.path)
    if (last?.from === from) return last.bytes
    const bytes = render(page, shell)
    made.set(page.path, { from, bytes })
    return bytes
  }
}

describe('the tags of a change', () => {
  test('match exactly the pages whose bytes differ, for every edit [P2]', async ({ content }) => {
    await openSite(content, seed)
    const editors = await openEditors(content, createDice(seed + 1))
    const renderAnew = await openRenderer()
    const render = renderOnce(renderAnew)
    const kept = await readAllPages(content, render)
    for (const archive of ['/sitemap/page/1', '/sitemaps/articles-2.xml']) {
      expect(kept.has(archive), archive).toBe(true)
    }

    let names = await namesOf(content)
    let linkedAnew = 0
    for (let number = 1; number <= EDITS; number++) {
      content.clock.now = new Date(content.clock.now.getTime() + 60_000)
      const revision = await content.revision()
      if (number % SOME_AT_ONCE === 0) {
        const edits = Array.from({ length: AT_ONCE }, () => makeArticleEdit(editors))
        // One of them may withdraw or rename what the next one changes.
        await Promise.allSettled(edits.map((edit) => edit.run()))
        const names = edits.map(({ name }) => name).join('; ')
        await expectExact(revision, `SEED=${seed}, edits ${number}: ${names}`, { together: true })
      } else {
        const edit = makeEdit(editors)
        await edit.run()
        await expectExact(revision, `SEED=${seed}, edit ${number}: ${edit.name}`)
      }

      // Sometimes the sweep comes late, and several edits have left it something.
      if (number % 3 !== 0 && number < EDITS) {
        Object.assign(editors, await slugsOf(content))
        continue
      }
      for (let batch = 1; await isRelinkDue(content.db); batch++) {
        const before = await content.revision()
        await relinkSome(content.db, 'en_US')
        if ((await content.revision()) === before) continue
        await expectExact(before, `SEED=${seed}, batch ${batch} after edit ${number}`)
        linkedAnew++
      }
      expect(await mislinked(content), `SEED=${seed}, after edit ${number}`).toEqual([])
      Object.assign(editors, await slugsOf(content))
    }
    expect(kept.has('/sitemap/page/2')).toBe(true)
    // Nothing else than its data and the shell has made a page another one meanwhile.
    const differing = [...(await readAllPages(content, renderAnew))]
      .filter(([path, { shown }]) => kept.get(path)?.shown !== shown)
      .map(([path]) => path)
    expect(differing).toEqual([])
    expect(await miscounted(content)).toEqual([])
    // Words are linked in the background often enough to be tested.
    expect(linkedAnew).toBeGreaterThanOrEqual(EDITS / 20)

    /** @param together whether edits that were sent at once may have taken each other back */
    async function expectExact(revision: number, name: string, { together = false } = {}) {
      const touched = (await content.changesAfter(revision)).flatMap(({ tags }) => tags)
      const comparison = compareWithTags(kept, await readAllPages(content, render), touched)
      const { missed, excess, unrecorded } = comparison
      expect({ missed, unrecorded }, name).toEqual({ missed: [], unrecorded: [] })
      if (!together) expect(excess, name).toEqual([])

      // No page reads the names, and search asks for them again just when they differ.
      const now = await namesOf(content)
      if (!together || now !== names) {
        expect(touched.includes(NAMES_TAG), `${name}: names`).toBe(now !== names)
      }
      names = now
    }
  }, 600_000)
})

/** What readers may look for that is no title, as text. */
async function namesOf({ app }: TestContent): Promise<string> {
  const { authors, categories, terms } = (await app.inject('/names')).json()
  return JSON.stringify([authors, categories, terms])
}

async function slugsOf({ db }: TestContent) {
  const articles = await db.selectFrom('article').select(['slug', 'status']).execute()
  const of = (wanted: string) =>
    articles
      .filter(({ status }) => status === wanted)
      .map(({ slug }) => slug)
      .sort()
  return { live: of('published'), gone: of('gone') }
}

/** Articles whose links are not those that a site has that links all of them now. */
async function mislinked({ db }: TestContent): Promise<string[]> {
  const glossary = await loadGlossary(db, 'en_US')
  const articles = await db
    .selectFrom('article')
    .select(['id', 'slug', 'body_html', 'status'])
    .execute()
  const mentions = await db.selectFrom('mention').selectAll().orderBy('position').execute()
  return articles.flatMap(({ id, slug, body_html, status }) => {
    const words = articleWords(body_html, 'en_US')
    const wanted = status === 'gone' ? [] : findMentions(body_html, words, id, glossary)
    const stored = mentions
      .filter(({ article }) => article === id)
      .map(({ term, starts, ends }) => ({ term, starts, ends }))
    return JSON.stringify(wanted) === JSON.stringify(stored) ? [] : [slug]
  })
}

/** Where the numbers that the database keeps are not those of a new count. */
async function miscounted({ db }: TestContent): Promise<object[]> {
  const { rows } = await sql<object>`
    select slug as name from author where articles <> (
      select count(*) from article where article.author = author.slug and status = 'published')
    union all
    select coalesce(kept.part, counted.part)::text from sitemap_part as kept
      full join (
        select (position + 999) / 1000 as part, max(updated_at) as modified_at
          from listing join article on article.id = listing.article where list = 'all' group by 1
      ) as counted on counted.part = kept.part
      where kept.modified_at is distinct from counted.modified_at
  `.execute(db)
  return rows
}
