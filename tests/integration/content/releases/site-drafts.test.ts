import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { runReleases } from '../../../../services/content/releases/run-releases.ts'
import { type TestContent, contentTest as test } from '../../../support/content/content-service.ts'
import { sendEdit } from '../../../support/content/send-edit.ts'
import { editSiteFile, readSiteFile } from '../../../support/content/site-files.ts'

interface Draft {
  status: number
  id: string
  etag: string
  [field: string]: unknown
}

/** Sends the text of a draft, as an editor with curl does. */
async function sendText(
  content: TestContent,
  method: 'POST' | 'PUT',
  url: string,
  text: string,
  seen: string,
): Promise<Draft> {
  const answer = await content.app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${content.token}`,
      'content-type': 'text/yaml',
      'if-match': seen,
    },
    payload: text,
  })
  return { status: answer.statusCode, etag: String(answer.headers.etag), ...answer.json() }
}

/** Begins a draft of a file with a change of what is stored. */
async function draftOf(content: TestContent, name: string, change: (text: string) => string) {
  const { text, etag } = await readSiteFile(content, name)
  const changed = change(text)
  expect(changed).not.toBe(text)
  const draft = await sendText(content, 'POST', `/site-files/${name}/drafts`, changed, etag)
  expect(draft.status, JSON.stringify(draft)).toBe(201)
  return { ...draft, text: changed }
}

const publish = (content: TestContent, id: string, seen: string, body: object = {}) =>
  sendEdit(content, 'POST', `/site-drafts/${id}/publish`, { seen, body })

const newLimit = (text: string) =>
  text.replace(/(fact: sipc-cash-limit[\s\S]*?is: )"\$250,000"/, '$1"$300,000"')

/** Drafts of all articles that print the fact, with its new value. */
async function articlesWithNewLimit(content: TestContent) {
  const uses = await content.db
    .selectFrom('fact_use')
    .innerJoin('article', 'article.id', 'fact_use.article')
    .select(['slug', 'body_markdown'])
    .where('fact', '=', 'sipc-cash-limit')
    .execute()
  expect(uses.length).toBeGreaterThan(0)
  const drafts = []
  for (const { slug, body_markdown: body } of uses) {
    const changed = body.replaceAll(
      /\[\$250,000\](\(<?[^)]*sipc-cash-limit[^)]*\))/g,
      '[$300,000]$1',
    )
    const { id, status } = await sendEdit(content, 'POST', '/drafts', {
      body: { article: slug, fields: { body: changed } },
    })
    expect(status).toBe(201)
    drafts.push({ id })
  }
  return { slugs: uses.map(({ slug }) => slug), drafts }
}

/** What has come due is published. */
async function letComeDue({ db }: TestContent, release: string): Promise<string> {
  const at = sql<string>`date_trunc('ms', now())`
  await db.updateTable('release').set({ publish_at: at }).where('id', '=', release).execute()
  const running = runReleases({
    db,
    locale: 'en_US',
    onPublished() {},
    onExpired() {},
    onHeld() {},
    onFailure: (error) => expect.unreachable(String(error)),
  })
  const state = async () =>
    (await db.selectFrom('release').select('state').where('id', '=', release).execute())[0]?.state
  await expect.poll(state, { timeout: 20_000, interval: 10 }).not.toBe('scheduled')
  await running.stop()
  return String(await state())
}

describe('a draft of a file of the site', () => {
  test('is saved, tried and published, and no reader sees it before', async ({ content }) => {
    const before = await readSiteFile(content, 'site')
    const draft = await draftOf(content, 'site', (text) => text.replace('more: 4', 'more: 3'))
    expect(await readSiteFile(content, 'site')).toEqual(before)
    const url = `/site-drafts/${draft.id}`
    const better = draft.text.replace('more: 3', 'more: 2')
    expect((await sendText(content, 'PUT', url, better, '"other"')).status).toBe(412)
    const saved = await sendText(content, 'PUT', url, better, draft.etag)
    expect(saved).toMatchObject({ status: 200, file: 'site.yaml', base: before.etag })
    // Sent again, because its answer was lost.
    expect(await sendText(content, 'PUT', url, better, draft.etag)).toEqual(saved)
    const read = await content.edit('GET', url)
    expect([read.body, read.headers.etag]).toEqual([better, saved.etag])
    const { drafts } = (await content.edit('GET', '/site-drafts')).json()
    expect(drafts).toMatchObject([{ id: draft.id, name: 'site', etag: saved.etag }])

    const tried = await sendEdit(content, 'POST', `${url}/dry-run`, {})
    expect(tried).toMatchObject({
      status: 200,
      tags: ['constant:more', 'site-file:site.yaml'],
      warnings: [],
    })
    expect(await content.revision()).toBe(1)
    const published = await publish(content, draft.id, saved.etag)
    expect(published).toMatchObject({ status: 200, revision: 2, number: 2, file: 'site.yaml' })
    expect((await readSiteFile(content, 'site')).text).toBe(better)
    expect((await content.edit('GET', url)).statusCode).toBe(404)
    // A draft is published once.
    expect(await publish(content, draft.id, saved.etag)).toMatchObject({ revision: 2, number: 2 })
    expect(await content.revision()).toBe(2)
  })

  test('is refused with file and line, and is merged with what was edited meanwhile', async ({
    content,
  }) => {
    const wrong = await draftOf(content, 'site', (text) => text.replace('more: 4', 'more: 400'))
    const tried = await sendEdit(content, 'POST', `/site-drafts/${wrong.id}/dry-run`, {})
    expect(tried).toMatchObject({ status: 400, reasons: [{ field: 'site.yaml', line: 8 }] })
    expect((await publish(content, wrong.id, wrong.etag)).status).toBe(400)

    const draft = await draftOf(content, 'site', (text) => text.replace('more: 4', 'more: 3'))
    await editSiteFile(content, 'site', (text) => text.replace('topNotch: 4', 'topNotch: 3'))
    expect(await publish(content, draft.id, draft.etag)).toMatchObject({
      status: 409,
      detail: expect.stringContaining('/merge'),
    })
    const merge = (id: string, seen: string) =>
      sendEdit(content, 'POST', `/site-drafts/${id}/merge`, { seen })
    const merged = await merge(draft.id, draft.etag)
    expect(merged.status).toBe(200)
    expect((await publish(content, draft.id, merged.etag)).status).toBe(200)
    const { text } = await readSiteFile(content, 'site')
    expect(text).toContain('topNotch: 3')
    expect(text).toContain('more: 3')
    expect(await merge(wrong.id, wrong.etag)).toMatchObject({
      status: 409,
      reasons: [{ field: 'site.yaml', line: 8, code: 'E-CONFLICT' }],
    })
  })

  test('is discarded, and comes back with its text', async ({ content }) => {
    const draft = await draftOf(content, 'site', (text) => `# Mine.\n${text}`)
    const url = `/site-drafts/${draft.id}`
    const discard = () => sendEdit(content, 'DELETE', url, { seen: draft.etag })
    expect(await discard()).toMatchObject({ status: 200, discarded: true })
    expect((await content.edit('GET', '/site-drafts')).json().drafts).toEqual([])
    const discarded = await content.edit('GET', '/site-drafts?state=discarded')
    expect(discarded.json().drafts).toMatchObject([{ id: draft.id }])
    expect((await publish(content, draft.id, draft.etag)).status).toBe(409)
    expect((await sendText(content, 'PUT', url, draft.text, draft.etag)).status).toBe(200)
    expect((await publish(content, draft.id, draft.etag)).status).toBe(200)
    expect((await content.edit('GET', url)).json().detail).toMatch(
      /was published, as revision \d+: GET \/site-files\/site\/editions\/\d+ answers it$/,
    )
    const stale = await draftOf(content, 'site', (text) => `# Yours.\n${text}`)
    await sendEdit(content, 'DELETE', `/site-drafts/${stale.id}`, { seen: stale.etag })
    content.clock.now = new Date('2027-01-15T12:00:00Z')
    const last = await draftOf(content, 'site', (text) => `# Ours.\n${text}`)
    await sendEdit(content, 'DELETE', `/site-drafts/${last.id}`, { seen: last.etag })
    expect((await content.edit('GET', `/site-drafts/${stale.id}`)).statusCode).toBe(404)
    expect((await content.edit('GET', `/site-drafts/${last.id}`)).statusCode).toBe(200)
  })

  test('waits for its time as it was checked, and is held where its file was edited since [F61]', async ({
    content,
  }) => {
    content.clock.now = new Date()
    const at = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+/, '')
    const draft = await draftOf(content, 'site', (text) => text.replace('more: 4', 'more: 3'))
    const waiting = await publish(content, draft.id, draft.etag, { at })
    expect(waiting).toMatchObject({
      status: 202,
      state: 'scheduled',
      siteDrafts: [{ id: draft.id, file: 'site.yaml' }],
    })
    expect(await publish(content, draft.id, draft.etag, { at })).toMatchObject({ id: waiting.id })
    const url = `/site-drafts/${draft.id}`
    expect((await sendText(content, 'PUT', url, '# Other.', draft.etag)).status).toBe(409)
    expect((await sendEdit(content, 'DELETE', url, { seen: draft.etag })).status).toBe(409)
    expect(await letComeDue(content, waiting.id)).toBe('published')
    expect((await readSiteFile(content, 'site')).text).toBe(draft.text)

    const late = await draftOf(content, 'site', (text) => text.replace('more: 3', 'more: 2'))
    const { id } = await publish(content, late.id, late.etag, { at })
    await editSiteFile(content, 'site', (text) => `# Edited since.\n${text}`)
    expect(await letComeDue(content, id)).toBe('held')
    const { held } = (await content.edit('GET', '/schedule')).json()
    expect(held).toMatchObject([{ id, reasons: [{ field: 'site.yaml' }] }])
    expect((await content.edit('GET', `/site-drafts/${late.id}`)).body).toBe(late.text)
    const wrong = await draftOf(content, 'site', (text) => text.replace('more: 3', 'more: 400'))
    expect((await publish(content, wrong.id, wrong.etag, { at })).status).toBe(400)
  })
})

describe('new figures and the texts that print them', () => {
  test('are one revision, which neither of them could be alone', async ({ content }) => {
    const facts = await draftOf(content, 'facts', newLimit)
    expect((await publish(content, facts.id, facts.etag)).status).toBe(400)
    const { slugs, drafts } = await articlesWithNewLimit(content)
    const [first] = drafts
    const alone = await sendEdit(content, 'POST', `/drafts/${first?.id}/publish`, { body: {} })
    expect(alone).toMatchObject({ status: 400, reasons: [{ code: 'E-FACT' }] })

    const siteDrafts = [{ id: facts.id }]
    const release = await sendEdit(content, 'POST', '/releases', {
      body: { name: 'Limits of 2027', drafts, siteDrafts },
    })
    expect(release).toMatchObject({ status: 201, siteDrafts: [{ file: 'facts/en_US.yaml' }] })
    const before = await content.revision()
    const go = { seen: release.etag, body: {} }
    const published = await sendEdit(content, 'POST', `/releases/${release.id}/publish`, go)
    expect(published, JSON.stringify(published)).toMatchObject({ status: 200, state: 'published' })
    expect(await content.revision()).toBe(before + 1)
    for (const slug of slugs) {
      const { body } = (await content.edit('GET', `/articles/${slug}`)).json()
      expect(body).toContain('$300,000')
    }
    expect((await readSiteFile(content, 'facts')).text).toBe(facts.text)
    expect(await content.import()).toMatchObject({ changed: false })
  })

  test('are scheduled and published at their time, and refused where one text is missing [F61]', async ({
    content,
  }) => {
    content.clock.now = new Date()
    const at = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+/, '')
    const facts = await draftOf(content, 'facts', newLimit)
    const { drafts, slugs } = await articlesWithNewLimit(content)
    const make = async (some: object[]) => {
      const { id, etag } = await sendEdit(content, 'POST', '/releases', {
        body: { name: 'Limits', drafts: some, siteDrafts: [{ id: facts.id }] },
      })
      const answer = await sendEdit(content, 'POST', `/releases/${id}/publish`, {
        seen: etag,
        body: { at },
      })
      return { ...answer, id, etag }
    }
    const partial = await make(drafts.slice(1))
    expect(partial).toMatchObject({ status: 400 })
    expect(partial.reasons[0]).toMatchObject({ code: 'E-FACT', field: `/articles/${slugs[0]}` })
    await sendEdit(content, 'DELETE', `/releases/${partial.id}`, {})
    const whole = await make(drafts)
    expect(whole, JSON.stringify(whole)).toMatchObject({ status: 202, state: 'scheduled' })
    expect((await readSiteFile(content, 'facts')).text).not.toBe(facts.text)
    expect(await letComeDue(content, whole.id)).toBe('published')
    expect((await readSiteFile(content, 'facts')).text).toBe(facts.text)
  })
})
