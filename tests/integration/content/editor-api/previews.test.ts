import { describe, expect } from 'vitest'
import { reasonsAgainst } from '../../../../services/shared/check-shape.ts'
import { PreviewModel } from '../../../../services/shared/contracts/preview.ts'
import {
  articleDraft,
  openTestContent,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'

const ask = (content: TestContent, url: string, payload?: object) =>
  content.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${content.token}`, 'content-type': 'application/json' },
    payload: payload ?? 'null',
  })

const beginDraft = async (content: TestContent, body: object): Promise<string> =>
  `/drafts/${(await ask(content, '/drafts', body)).json().id}`

describe('the model of a preview', () => {
  test('keeps its contract, and leaves the site as it was [B27]', async ({ content }) => {
    const path = await beginDraft(content, { slug: 'mine', fields: articleDraft() })
    const before = await content.revision()
    const answer = await ask(content, `${path}/preview-model?form=card`)
    expect(answer.statusCode).toBe(200)
    expect(reasonsAgainst(PreviewModel, answer.json())).toEqual([])
    expect(answer.json().models).toMatchObject([
      { status: 'found', page: { path: '/articles/mine' } },
      { status: 'found', page: { path: '/expert-advice/market-trends' } },
    ])
    expect(await content.revision()).toBe(before)
    expect((await content.pageModel('/articles/mine')).status).toBe('unknown')
    expect(JSON.stringify(await content.pageModel('/expert-advice/market-trends'))).not.toContain(
      '/articles/mine',
    )
  })

  test('has the reading time that Postgres computes', async ({ content }) => {
    for (const words of [1, 230, 231, 1_000]) {
      const body = 'word '.repeat(words)
      const slug = `words-${words}`
      const path = await beginDraft(content, { slug, fields: articleDraft({ body, title: slug }) })
      const [seen] = (await ask(content, `${path}/preview-model`)).json().models
      await content.commit('PUT', `/articles/${slug}`, articleDraft({ body, title: slug }))
      const stored = await content.pageModel(`/articles/${slug}`)
      const minutes = { page: { article: { readingMinutes: seen.page.article.readingMinutes } } }
      expect(stored, slug).toMatchObject(minutes)
    }
  })

  test('leads to the page of tools where the text has the first example', async ({ content }) => {
    await content.db.deleteFrom('article_with_example').execute()
    const example = [
      ': Two fees {#fees example}',
      '',
      '| What | Sum |',
      '|---|---:|',
      '| Fee | [$95](<input: fee, 0 to 1000 by 5>) |',
      '| Twice | [$190](<calc: 2 * fee>) |',
    ].join('\n')
    for (const [slug, body] of [
      ['with-example', example],
      ['without', 'Pay 20% of $100.'],
    ] as const) {
      const path = await beginDraft(content, { slug, fields: articleDraft({ body }) })
      const { shell } = (await ask(content, `${path}/preview-model`)).json()
      expect(shell.hasTools === true, slug).toBe(slug === 'with-example')
    }
  })

  test('cannot be made before the first import, and says so', async () => {
    const content = await openTestContent(false)
    try {
      const path = await beginDraft(content, { slug: 'mine', fields: articleDraft() })
      const answer = await ask(content, `${path}/preview-model`)
      expect(answer.statusCode).toBe(503)
      expect(answer.json()).toMatchObject({
        code: 'unavailable',
        detail: 'No content has been imported yet',
      })
    } finally {
      await content.close()
    }
  })
})
