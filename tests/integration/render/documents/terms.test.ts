import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { articleDraft } from '../../../support/content/content-service.ts'
import { rawRequest } from '../../../support/hostile/raw-request.ts'
import { findStale, untilFilled } from '../../../support/pages/stored-pages.ts'
import { type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

const OLDER = '/articles/older'
const ENTRY = '/articles/entry'
const TERM = 'quillnote'
const LETTER = '/investment-dictionaries/letters/q'
const PAGE = `/terms/${TERM}`
const LINK = `<a class="term" href="${PAGE}" aria-describedby="term_1">${TERM}</a>`

let site: WiredSite
beforeAll(async () => {
  site = await wireSite()
  await untilFilled(site)
})
afterAll(() => site.close())

const textOf = async (path: string) => (await rawRequest(site.url, path)).text
const dataOf = async (path: string) =>
  JSON.parse(await textOf(`/page-data${path}/page-data.json`)).result.data

const untilShown = (part: string) =>
  vi.waitFor(async () => expect(await textOf(OLDER)).toContain(part), { timeout: 15_000 })

const untilFresh = () =>
  vi.waitFor(async () => expect(await findStale(site)).toEqual([]), { timeout: 15_000 })

test('a new term reaches the stored pages of older articles, and so does its new definition', async () => {
  await site.edit('PUT', OLDER, articleDraft({ body: `One ${TERM} & more.` }))
  await untilShown(`<p>One ${TERM} &amp; more.</p>`)
  await untilFresh()

  site.rendered.length = 0
  const terms = [{ term: TERM, definition: 'A note <in> ink & “quill”.' }]
  await site.edit('PUT', ENTRY, articleDraft({ title: 'Quills', body: 'It is.', terms }))
  await untilShown(LINK)
  await untilFresh()
  // The article, the pages of lists that it joined, and one older article that mentions its term.
  expect(new Set(site.rendered).size).toBeLessThanOrEqual(26)

  const html = await textOf(OLDER)
  const { article } = await dataOf(OLDER)
  expect(article.bodyHtml).toBe(`<p>One ${LINK} &amp; more.</p>\n`)
  expect(html).toContain(article.bodyHtml)
  expect(article.terms).toEqual([{ ...terms[0], article: { path: ENTRY }, path: PAGE }])
  expect(html).toContain('A note &lt;in&gt; ink &amp; “quill”.</dd>')
  // The body stands in the page once.
  expect(html.split(`One ${LINK}`)).toHaveLength(2)

  site.rendered.length = 0
  await site.edit('PATCH', ENTRY, { terms: [{ term: TERM, definition: 'Another one.' }] })
  await untilShown('Another one.</dd>')
  await untilFresh()
  expect([...new Set(site.rendered)].toSorted()).toEqual([OLDER, LETTER, PAGE])

  await site.edit('DELETE', ENTRY)
  await untilShown(`<p>One ${TERM} &amp; more.</p>`)
  await untilFresh()
  expect(await textOf(OLDER)).not.toContain('class="terms"')
})
