import { describe, expect, onTestFinished } from 'vitest'
import { lintContent } from '../../../../services/content/lint/lint-content.ts'
import { copyContent } from '../../../support/content/content-folder.ts'
import {
  articleDraft,
  type TestContent,
  contentTest as test,
} from '../../../support/content/content-service.ts'

const BODY = JSON.stringify(articleDraft({ body: 'Вклад растёт.' }))
/** `Вклад` in windows-1251, which is no UTF-8. */
const CYRILLIC_BYTES = Buffer.from([0xc2, 0xea, 0xeb, 0xe0, 0xe4])

const put = (content: TestContent, contentType: string, payload: string | Buffer) =>
  content.app.inject({
    method: 'PUT',
    url: '/articles/mine',
    headers: {
      authorization: `Bearer ${content.token}`,
      'content-type': contentType,
      'if-none-match': '*',
    },
    payload,
  })

describe('the editor API takes UTF-8 and nothing else', () => {
  test.for([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF8',
    'application/json; charset="UTF-8"',
  ])('and stores a body with %s as it was sent', async (type, { content }) => {
    expect((await put(content, type, BODY)).statusCode).toBe(201)
    expect((await content.edit('GET', '/articles/mine')).json().body).toBe('Вклад растёт.')
  })

  test('and refuses a body with another charset [F49]', async ({ shared: content }) => {
    for (const charset of ['windows-1251', 'utf-16', 'iso-8859-9', '"koi8-r"', '']) {
      const { statusCode, ...answer } = await put(
        content,
        `application/json; charset=${charset}`,
        BODY,
      )
      expect(statusCode, charset).toBe(415)
      expect(answer.json().detail).toBe('Send the body in UTF-8: other encodings are not read')
    }
  })

  test('and refuses a body with invalid bytes [F49]', async ({ shared: content }) => {
    const [before = '', after = ''] = JSON.stringify(articleDraft({ body: '|' })).split('|')
    const inBody = Buffer.concat([Buffer.from(before), CYRILLIC_BYTES, Buffer.from(after)])
    for (const payload of [
      inBody,
      Buffer.from(`\ufeff${BODY}`, 'utf16le'),
      Buffer.from([0xc0, 0x80]),
    ]) {
      const { statusCode, ...answer } = await put(content, 'application/json', payload)
      expect(statusCode).toBe(400)
      expect(answer.json().detail).toMatch(/^The body is not UTF-8/)
    }
  })
})

const LOST =
  'has U+FFFD after "Text of a ", where a letter was lost: write the letter again, and save the text as UTF-8'

describe('a replacement character', () => {
  test('is an error of the editor API, in every field [F49]', async ({ shared: content }) => {
    const text = 'Text of a \ufffdond.'
    for (const [field, draft] of Object.entries({
      '/title': { title: text },
      '/body': { body: text },
      '/takeaways/0': { takeaways: [text] },
    })) {
      const answer = await content.edit('PUT', '/articles/mine', articleDraft(draft))
      expect(answer.statusCode).toBe(400)
      expect(answer.json().reasons).toEqual([{ field, message: LOST }])
    }
  })

  test('is an error of lint, in articles and other pages [F49]', async () => {
    const folder = await copyContent()
    onTestFinished(folder.dispose)
    const [article, info] = ['articles/en_US/lost.md', 'info/en_US/about-us.md']
    const text = 'Text of a \ufffdond.'
    await folder.write(article, `---\nslug: lost\ntitle: Lost\n---\n\n${text}\n`)
    await folder.write(info, `${await folder.read(info)}\n\n${text}\n`)
    const { problems } = await lintContent(folder.folder, 'en_US', new Date('2026-12-01'))
    const found = problems.filter(({ message }) =>
      message.includes('Text of a ", where a letter was lost'),
    )
    expect(found.map(({ file }) => file).toSorted()).toEqual([article, info])
    expect(found.map(({ code }) => code)).toEqual(['E-SCHEMA', 'E-SCHEMA'])
  })
})
