import { expect } from 'vitest'
import { type TestContent, contentTest as test } from '../../../support/content/content-service.ts'
import { sendEdit } from '../../../support/content/send-edit.ts'
import { editSiteFile, readSiteFile } from '../../../support/content/site-files.ts'
import { draftWithBody, inFuture, publishDraftOf } from '../../../support/content/timed-releases.ts'

/** A scheduled draft is held at its time if its editor has not seen an edit: that is said with the edit. */

const SLUG = 'what-a-bond-is-and-why-its-price-moves'
const ARTICLE = `/articles/${SLUG}`
const FILE = `articles/en_US/${SLUG}.md`
const OTHER = 'articles/en_US/how-a-broad-index-etf-works.md'
const DAY = 86_400_000
const CODE = 'W-SCHEDULED'

interface Warning {
  code: string
  message: string
}
const scheduledIn = (warnings: readonly Warning[] = []) =>
  warnings.filter(({ code }) => code === CODE).map(({ message }) => message)

const addTo = async ({ folder }: TestContent, file: string) =>
  folder.write(file, `${(await folder.read(file)).trimEnd()}\n\nBy Boris.\n`)

async function schedule(content: TestContent) {
  content.clock.now = new Date()
  const { body } = (await content.edit('GET', ARTICLE)).json()
  const draft = await draftWithBody(content, SLUG, `${body}\n\nOf next year.`)
  const at = inFuture(30 * DAY)
  const release = await publishDraftOf(content, draft.id, { at })
  expect(release.status, JSON.stringify(release)).toBe(202)
  return { draft, release, body, at }
}

test('an edit says which drafts will be held, and how they are brought up to date [F61]', async ({
  content,
}) => {
  const { draft, release, body } = await schedule(content)
  const edit = await content.edit('PATCH', ARTICLE, { body: `By Anna.\n\n${body}` })
  expect(scheduledIn(edit.json().warnings)).toEqual([
    expect.stringContaining(
      `POST /releases/${release.id}/cancel with the ETag of GET /releases/${release.id}, POST /drafts/${draft.id}/merge`,
    ),
  ])
  // What is said there works, and then nothing is held.
  const other = await content.edit('PATCH', '/articles/how-a-broad-index-etf-works', {
    answer: 'A.',
  })
  expect(scheduledIn(other.json().warnings)).toEqual([])
  await sendEdit(content, 'POST', `/releases/${release.id}/cancel`)
  const merged = await sendEdit(content, 'POST', `/drafts/${draft.id}/merge`)
  expect(merged.status).toBe(200)
  expect((await publishDraftOf(content, draft.id, { at: inFuture(30 * DAY) })).status).toBe(202)
})

test('so does a withdrawal, and what is only tried', async ({ content }) => {
  await schedule(content)
  for (const [method, body] of [['DELETE'], ['PATCH', { answer: 'By Anna.' }]] as const) {
    const tried = await content.edit(method, `${ARTICLE}?dryRun=true`, body)
    expect(scheduledIn(tried.json().warnings), method).toHaveLength(1)
  }
  const answer = await content.edit('DELETE', ARTICLE)
  expect(scheduledIn(answer.json().warnings)).toHaveLength(1)
})

test('so does an import of a changed file, and no import that changes nothing of it [F61]', async ({
  content,
}) => {
  await schedule(content)
  await addTo(content, FILE)
  const { effects } = await content.import()
  const named = effects.filter(({ code }) => code === CODE)
  expect(named).toMatchObject([{ file: FILE, line: 1 }])
  await addTo(content, OTHER)
  expect(scheduledIn((await content.import()).effects)).toEqual([])
})

test('so do edits and imports of a file of the site that has a draft [F61]', async ({
  content,
}) => {
  content.clock.now = new Date()
  const { text, etag } = await readSiteFile(content, 'site')
  const begun = await content.app.inject({
    method: 'POST',
    url: '/site-files/site/drafts',
    headers: {
      authorization: `Bearer ${content.token}`,
      'content-type': 'text/yaml',
      'if-match': etag,
    },
    payload: text.replace('favorites: 4', 'favorites: 3'),
  })
  expect(begun.statusCode).toBe(201)
  const { id } = begun.json()
  const release = await sendEdit(content, 'POST', `/site-drafts/${id}/publish`, {
    body: { at: inFuture(30 * DAY) },
    seen: String(begun.headers.etag),
  })
  expect(release.status, JSON.stringify(release)).toBe(202)
  const put = await editSiteFile(content, 'site', (now) => `${now}# By Anna.\n`)
  expect(scheduledIn(put.warnings)).toEqual([
    expect.stringContaining(`POST /site-drafts/${id}/merge`),
  ])
  await content.folder.write('site.yaml', `# By Boris.\n${text}`)
  const { effects } = await content.import()
  expect(effects.filter(({ code }) => code === CODE)).toMatchObject([{ file: 'site.yaml' }])
  await addTo(content, OTHER)
  expect(scheduledIn((await content.import()).effects)).toEqual([])
})
