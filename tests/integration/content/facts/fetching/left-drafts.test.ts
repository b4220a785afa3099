import { describe, expect } from 'vitest'
import { enterValue } from '../../../../../services/content/facts/fetching/enter-value.ts'
import { createFetchedFileReader } from '../../../../../services/content/facts/fetching/fetched-file.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../../support/content/content-service.ts'
import {
  fetchedFact,
  HOUR,
  rateOf,
  recordOfFact,
  shownFact,
  startFactSource,
  startFetching,
} from '../../../../support/content/fact-source.ts'
import { sendEdit } from '../../../../support/content/send-edit.ts'
import { editSiteFile, readSiteFile } from '../../../../support/content/site-files.ts'

const TEXT = 'The rate is [4.40%](fact:rate) today.'
const NEW_TEXT = 'The rate is [4.50%](fact:rate) today.'

/** A site where a text prints a fact, and a source that says another value of it. */
async function printedFact(content: TestContent, more = '') {
  await editSiteFile(
    content,
    'facts',
    (text) => text + fetchedFact('rate', { every: 'day' }) + more,
  )
  await content.commit('PUT', '/articles/rates', articleDraft({ body: TEXT }))
  const source = await startFactSource({ '/rate': rateOf(4.5), '/other': rateOf(4.4) })
  return {
    source,
    fetching: startFetching(content, source),
    file: await readSiteFile(content, 'facts'),
  }
}

async function openDrafts(content: TestContent) {
  const { drafts } = (await content.edit('GET', '/site-drafts')).json()
  return drafts
}

const textOf = async (content: TestContent, id: string) =>
  (await content.edit('GET', `/site-drafts/${id}`)).body

async function saveDraft(content: TestContent, id: string, text: string) {
  const answer = await content.app.inject({
    method: 'PUT',
    url: `/site-drafts/${id}`,
    headers: {
      authorization: `Bearer ${content.token}`,
      'content-type': 'text/yaml',
      'if-match': '*',
    },
    payload: text,
  })
  expect(answer.statusCode, answer.body).toBe(200)
}

describe('a new value of which texts print the former one', () => {
  test('is left as a draft, once, and readers see nothing of it until it is published with the texts', async ({
    content,
  }) => {
    const { fetching, file } = await printedFact(content)
    const revision = await content.revision()
    await fetching.untilCounted(1)
    expect(fetching.outcomes).toEqual(['drafted'])
    const [draft, ...others] = await openDrafts(content)
    expect(others).toEqual([])
    expect(draft).toMatchObject({
      file: 'facts/en_US.yaml',
      base: file.etag,
      made: { by: 'fetched-facts' },
    })
    expect(await textOf(content, draft.id)).toBe(
      `${file.text}    - { from: 2026-11-20, is: "4.50%" }\n`,
    )
    expect(fetching.warnings).toEqual([
      {
        fact: 'rate',
        reason: '4.50% from 2026-11-20',
        draft: draft.id,
        texts: ['/articles/rates'],
        message: expect.stringContaining(
          'publish it together with the texts (content facts --fix / a release)',
        ),
      },
    ])
    expect(await content.revision()).toBe(revision)
    expect((await shownFact(content, 'rate'))?.value?.is).toBe('4.40%')

    fetching.pass(HOUR)
    await fetching.untilCounted(2)
    expect(await openDrafts(content)).toEqual([draft])
    expect(fetching.warnings).toHaveLength(1)

    const article = await sendEdit(content, 'POST', '/drafts', {
      body: { article: 'rates', fields: { body: NEW_TEXT } },
    })
    const release = await sendEdit(content, 'POST', '/releases', {
      body: { name: 'Rates', drafts: [{ id: article.id }], siteDrafts: [{ id: draft.id }] },
    })
    const go = { seen: release.etag, body: {} }
    const published = await sendEdit(content, 'POST', `/releases/${release.id}/publish`, go)
    expect(published, JSON.stringify(published)).toMatchObject({ status: 200 })
    expect((await shownFact(content, 'rate'))?.value?.is).toBe('4.50%')
    fetching.pass(HOUR)
    await fetching.untilCounted(3)
    expect(fetching.outcomes).toEqual(['drafted', 'drafted', 'unchanged'])
    expect(await recordOfFact(content, 'rate')).not.toHaveProperty('draft')
  })

  test('follows the file and the address while no editor has touched its draft', async ({
    content,
  }) => {
    const { source, fetching } = await printedFact(content)
    await fetching.untilCounted(1)
    const [{ id }] = await openDrafts(content)
    const edited = await editSiteFile(content, 'facts', (text) => `# Edited.\n${text}`)
    fetching.pass(HOUR)
    await fetching.untilCounted(2)
    const value = (day: string, is: string) => `    - { from: ${day}, is: "${is}" }\n`
    expect(await openDrafts(content)).toMatchObject([{ id, base: edited.etag }])
    expect(await textOf(content, id)).toBe(edited.text + value('2026-11-20', '4.50%'))
    expect(fetching.warnings).toHaveLength(1)

    source.answers['/rate'] = rateOf(4.6, '2026-11-30')
    fetching.pass(HOUR)
    await fetching.untilCounted(3)
    expect(await openDrafts(content)).toMatchObject([{ id }])
    expect(await textOf(content, id)).toBe(edited.text + value('2026-11-30', '4.60%'))
    expect(fetching.warnings).toMatchObject([{}, { draft: id, reason: '4.60% from 2026-11-30' }])

    // Once no text prints it, it is published, and nothing is left to do with the draft.
    await content.commit('PATCH', '/articles/rates', { body: 'No rate any more.' })
    fetching.pass(HOUR)
    await fetching.untilCounted(4)
    expect(await openDrafts(content)).toEqual([])
    expect((await shownFact(content, 'rate'))?.value?.is).toBe('4.60%')
  })

  test('is not left again once an editor has discarded its draft', async ({ content }) => {
    const { source, fetching } = await printedFact(content)
    await fetching.untilCounted(1)
    const [{ id }] = await openDrafts(content)
    expect((await sendEdit(content, 'DELETE', `/site-drafts/${id}`, {})).status).toBe(200)
    await editSiteFile(content, 'facts', (text) => `# Edited.\n${text}`)
    fetching.pass(HOUR)
    await fetching.untilCounted(2)
    expect(await openDrafts(content)).toEqual([])
    source.answers['/rate'] = rateOf(4.6, '2026-11-30')
    fetching.pass(HOUR)
    await fetching.untilCounted(3)
    const [other] = await openDrafts(content)
    expect(other.id).not.toBe(id)
  })

  test('leaves the file and the draft alone once an editor has changed that', async ({
    content,
  }) => {
    const { source, fetching, file } = await printedFact(content, fetchedFact('other'))
    await fetching.untilCounted(2)
    const [{ id }] = await openDrafts(content)
    const mine = `# Mine.\n${await textOf(content, id)}`
    await saveDraft(content, id, mine)
    source.answers['/rate'] = rateOf(4.6, '2026-11-30')
    source.answers['/other'] = rateOf(4.7)
    fetching.pass(HOUR)
    await fetching.untilCounted(4)
    expect(fetching.outcomes.slice(2)).toEqual(['waiting', 'waiting'])
    expect(fetching.infos).toMatchObject(
      ['rate', 'other'].map((fact) => ({
        fact,
        reason: `the draft ${id} of facts/en_US.yaml is in the hands of an editor`,
      })),
    )
    expect(await openDrafts(content)).toMatchObject([{ id }])
    expect(await textOf(content, id)).toBe(mine)
    expect((await readSiteFile(content, 'facts')).text).toBe(file.text)

    await sendEdit(content, 'DELETE', `/site-drafts/${id}`, {})
    fetching.pass(HOUR)
    await fetching.untilCounted(6)
    expect(fetching.outcomes.slice(4)).toEqual(['drafted', 'entered'])
  })
})

test('a draft of the file that waits for its time is not left behind', async ({ content }) => {
  content.clock.now = new Date()
  const file = await editSiteFile(content, 'facts', (text) => text + fetchedFact('rate'))
  const begun = await content.app.inject({
    method: 'POST',
    url: '/site-files/facts/drafts',
    headers: {
      authorization: `Bearer ${content.token}`,
      'content-type': 'text/yaml',
      'if-match': file.etag,
    },
    payload: `# Of tomorrow.\n${file.text}`,
  })
  const { id, etag } = begun.json()
  const source = await startFactSource({ '/rate': rateOf(4.5) })
  const at = new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+/, '')
  const waits = { seen: etag, body: { at } }
  expect((await sendEdit(content, 'POST', `/site-drafts/${id}/publish`, waits)).status).toBe(202)
  const fetching = startFetching(content, source)
  await fetching.untilCounted(1)
  expect(fetching.outcomes).toEqual(['waiting'])
  expect(fetching.infos).toMatchObject([
    { reason: `the draft ${id} of facts/en_US.yaml waits for its time` },
  ])
  expect((await readSiteFile(content, 'facts')).text).toBe(file.text)
})

describe('an editor who saves the file of facts meanwhile', () => {
  const SAVED = '# Saved by an editor.\n'

  test('is not overwritten, and the value follows an hour later', async ({ content }) => {
    await editSiteFile(content, 'facts', (text) => text + fetchedFact('rate'))
    const read = await createFetchedFileReader('en_US')(content.db)
    if (!read) throw new Error('there is a file of facts')
    const { text } = await editSiteFile(content, 'facts', (before) => SAVED + before)
    const clock = { locale: 'en_US', now: () => content.clock.now } as const
    const value = { from: '2026-11-20', is: '4.50%' }
    expect(await enterValue(content.db, clock, read, 'rate', value)).toEqual({
      outcome: 'waiting',
      reason: expect.stringContaining('Somebody changed facts/en_US.yaml since you read it'),
    })
    expect((await readSiteFile(content, 'facts')).text).toBe(text)
  })

  test('finds the value in what was saved while the address was asked', async ({ content }) => {
    await editSiteFile(content, 'facts', (text) => text + fetchedFact('rate'))
    const saving = { text: '' }
    const source = await startFactSource({
      '/rate': async (response) => {
        const saved = await editSiteFile(content, 'facts', (before) => SAVED + before)
        saving.text = saved.text
        response.end(rateOf(4.5))
      },
    })
    const fetching = startFetching(content, source)
    await fetching.untilCounted(1)
    expect(fetching.outcomes).toEqual(['entered'])
    expect((await readSiteFile(content, 'facts')).text).toBe(
      `${saving.text}    - { from: 2026-11-20, is: "4.50%" }\n`,
    )
  })

  test('may have entered the value, or taken the fact out', async ({ content }) => {
    const { text } = await readSiteFile(content, 'facts')
    const facts = fetchedFact('gone') + fetchedFact('rate')
    await editSiteFile(content, 'facts', (before) => before + facts)
    const entered = `${text}${fetchedFact('rate')}    - { from: 2026-11-20, is: '4.50%' }\n`
    const source = await startFactSource({
      '/gone': async (response) => {
        await editSiteFile(content, 'facts', () => entered)
        response.end(rateOf(4.5))
      },
      '/rate': rateOf(4.5),
    })
    const fetching = startFetching(content, source)
    await fetching.untilCounted(1)
    await fetching.untilLooked()
    expect(fetching.outcomes).toEqual(['unchanged'])
    expect((await readSiteFile(content, 'facts')).text).toBe(entered)
  })
})
