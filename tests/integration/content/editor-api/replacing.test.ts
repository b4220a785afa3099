import { describe, expect } from 'vitest'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'
import { sendEdit } from '../../../support/content/send-edit.ts'

const ARTICLE = '/articles/mine'
const FULL = articleDraft({
  author: 'Eleanor Whitcombe',
  takeaways: ['One.'],
  sources: [{ title: 'A source', url: 'https://a.example/x' }],
  terms: [{ term: 'Test ladder', definition: 'Tests in a row.' }],
  provenance: 'assisted',
  answeredBy: 'Anna Smith',
  reviewedBy: 'Boris Smith',
  reviewedAt: '2026-11-30',
  translationKey: 'mine',
  topNotchRank: 1_000,
  favorite: true,
})
/** What the manual sends. */
const { title, body, entities } = FULL
const SHORT = { title, body, entities }

const droppedBy = (answer: { json(): { warnings: { field: string; code: string }[] } }) =>
  answer
    .json()
    .warnings.filter(({ code }) => code === 'W-DROPPED')
    .map(({ field }) => field)

const authorOf = async (content: TestContent): Promise<string> =>
  (await content.edit('GET', ARTICLE)).json().author

describe('a PUT that replaces an article', () => {
  test('keeps its author when none is sent [F50, A6]', async ({ content }) => {
    // The author chosen for this address is another one.
    await content.commit('PUT', ARTICLE, SHORT)
    const picked = await authorOf(content)
    const author = picked === 'Eleanor Whitcombe' ? 'Marcus Adeyemi' : 'Eleanor Whitcombe'
    await content.commit('PATCH', ARTICLE, { author })
    const answer = await content.edit('PUT', ARTICLE, { ...SHORT, body: 'Another text.' })
    expect(answer.statusCode).toBe(200)
    expect(await authorOf(content)).toBe(author)
    expect(answer.json().warnings.map(({ code }: { code: string }) => code)).not.toContain(
      'W-NO-AUTHOR',
    )
  })

  test('warns of the fields that it emptied by leaving them out [F50, A6]', async ({ content }) => {
    expect(droppedBy(await content.edit('PUT', ARTICLE, FULL))).toEqual([])
    const tried = await content.edit('PUT', `${ARTICLE}?dryRun=true`, SHORT)
    const done = await content.edit('PUT', ARTICLE, SHORT)
    for (const answer of [tried, done]) {
      expect(answer.statusCode).toBe(200)
      expect(droppedBy(answer)).toEqual([
        '/description',
        '/takeaways',
        '/sources',
        '/terms',
        '/provenance',
        '/answeredBy',
        '/reviewedBy',
        '/reviewedAt',
        '/translationKey',
        '/topNotchRank',
        '/favorite',
      ])
      expect(answer.json().warningsTotal).toBeGreaterThanOrEqual(11)
    }
    expect(droppedBy(await content.edit('PUT', ARTICLE, SHORT))).toEqual([])
  })

  test('does not warn of fields that it empties explicitly', async ({ content }) => {
    await content.commit('PUT', ARTICLE, FULL)
    const emptied = { ...FULL, takeaways: [], sources: [], favorite: false, topNotchRank: null }
    expect(droppedBy(await content.edit('PUT', ARTICLE, emptied))).toEqual([])
  })

  test('warns of notes for readers that a former edition lacks, as its draft does', async ({
    content,
  }) => {
    await content.commit('PUT', ARTICLE, { ...FULL, changes: [{ on: '2026-11-30', text: 'New.' }] })
    await content.commit('PATCH', ARTICLE, {
      corrections: [{ on: '2026-12-01', was: '4%', is: '5%' }],
      note: 'Newer.',
    })
    const { draft } = (await content.edit('GET', `${ARTICLE}/editions/1`)).json()
    const [correction, change] = [
      { field: '/corrections', code: 'W-DROPPED', message: expect.stringContaining('2026-12-01') },
      { field: '/changes', code: 'W-DROPPED', message: expect.stringContaining('2026-12-01') },
    ]
    const put = await content.edit('PUT', `${ARTICLE}?dryRun=true`, draft)
    expect(put.json().warnings).toEqual(expect.arrayContaining([correction, change]))
    // Each day is named, and no field as a whole beside it.
    const { corrections: _, changes: __, ...neither } = draft
    const without = await content.edit('PUT', `${ARTICLE}?dryRun=true`, neither)
    expect(droppedBy(without)).toEqual(['/corrections', '/changes', '/changes'])

    const begun = { body: { article: 'mine', edition: 1 } }
    const { id } = await sendEdit(content, 'POST', '/drafts', begun)
    const checked = await sendEdit(content, 'POST', `/drafts/${id}/check`)
    const published = await sendEdit(content, 'POST', `/drafts/${id}/publish`, { body: {} })
    for (const { warnings } of [checked, published])
      expect(warnings).toEqual(expect.arrayContaining([correction, change]))
  })
})
