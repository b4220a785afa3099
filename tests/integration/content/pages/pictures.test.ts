import { describe, expect } from 'vitest'
import { lintContent } from '../../../../services/content/lint/lint-content.ts'
import { type TestContent, contentTest as test } from '../../../support/content/content-service.ts'

const FILE = 'articles/en_US/what-a-bond-is-and-why-its-price-moves.md'
const PAGE = '/articles/what-a-bond-is-and-why-its-price-moves'
const START = 'Suppose a town needs'

const svg = (shade: string, side = 9) =>
  `<svg viewBox="0 0 ${side} 6"><rect width="9" height="6" fill="${shade}"/></svg>`
const picture = (name: string, title = 'A shade. — Drawing: Test') =>
  `![A coloured shape](/pictures/${name}.svg "${title}")`

async function show({ folder }: TestContent, markdown: string) {
  const text = await folder.read(FILE)
  await folder.write(FILE, text.replace(START, `${markdown}\n\n${START}`))
}

async function bodyOf(content: TestContent): Promise<string> {
  const model = await content.pageModel(PAGE)
  if (model.status !== 'found' || model.page.kind !== 'article') throw new Error(model.status)
  return model.page.article.bodyHtml
}

const addressIn = (html: string) => /\/pictures\/shade-[0-9a-f]{12}\.svg/.exec(html)?.[0] ?? ''

const problemsOf = async ({ folder, clock }: TestContent) =>
  (await lintContent(folder.folder, 'en_US', clock.now)).problems
    .map(({ file, line, code, message }) => `${file}:${line}: ${code} ${message}`)
    .filter((line) => line.includes(' E-'))

describe('a picture of a text', () => {
  test('has the address of its bytes, its size, and another in the dark', async ({ content }) => {
    await content.folder.write('pictures/shade.svg', svg('red'))
    await content.folder.write('pictures/shade.dark.svg', svg('navy'))
    await show(content, picture('shade'))
    await content.import()
    expect(await bodyOf(content)).toMatch(
      /<figure class="picture"><picture><source srcset="\/pictures\/shade--dark-[0-9a-f]{12}\.svg" media="screen and \(prefers-color-scheme: dark\)"><img src="\/pictures\/shade-[0-9a-f]{12}\.svg" width="9" height="6" alt="A coloured shape" loading="lazy" decoding="async"><\/picture><figcaption>A shade\. <span class="picture-credit">Drawing: Test<\/span><\/figcaption><\/figure>/,
    )
  })

  test('that changes gets another address on the pages that show it, and no others', async ({
    content,
  }) => {
    await content.folder.write('pictures/shade.svg', svg('red'))
    await show(content, picture('shade'))
    await content.import()
    const former = addressIn(await bodyOf(content))

    const before = await content.revision()
    await content.folder.write('pictures/shade.svg', svg('blue'))
    expect(await content.import()).toMatchObject({ changed: true, changedArticles: 0 })
    const now = addressIn(await bodyOf(content))
    expect(now).not.toBe(former)
    const changes = await content.changesAfter(before)
    expect(changes.flatMap(({ tags }) => tags).toSorted()).toEqual([
      `address:${now}`,
      'picture:shade',
    ])
    const model = await content.pageModel(PAGE)
    expect('tags' in model && model.tags).toContain('picture:shade')
    const files = await content.app.inject(`/picture-model?path=${now}`)
    expect(files.json()).toMatchObject({ svg: expect.stringContaining('fill="blue"') })
    expect((await content.app.inject(`/picture-model?path=${former}`)).statusCode).toBe(404)
  })

  test('is in the XML site map as soon as a text shows it', async ({ content }) => {
    await content.folder.write('pictures/shade.svg', svg('red'))
    await content.import()
    const before = await content.revision()
    await content.commit('PATCH', PAGE, {
      body: `Text about money.\n\n${picture('shade')}`,
      updatedAt: '2026-11-30T14:05:00Z',
    })
    const changes = await content.changesAfter(before)
    expect(changes.flatMap(({ tags }) => tags)).toContain('sitemap:articles-1')
    const map = await content.app.inject('/sitemap-model?path=/sitemaps/articles-1.xml')
    const { entries, tags } = map.json()
    expect(tags).toContain('picture:shade')
    expect(entries).toContainEqual({
      path: PAGE,
      modifiedAt: expect.any(String),
      pictures: [expect.stringMatching(/^\/pictures\/shade-[0-9a-f]{12}\.svg$/)],
    })
  })

  test('cannot be taken away while a text shows it', async ({ content }) => {
    await content.folder.write('pictures/shade.svg', svg('red'))
    const before = await content.folder.read(FILE)
    await show(content, picture('shade'))
    await content.import()
    await content.folder.remove('pictures/shade.svg')
    await expect(content.import()).rejects.toThrow(
      /md:\d+: E-IMAGE .* there is no such picture; put pictures\/shade\.svg there/,
    )
    expect(addressIn(await bodyOf(content))).not.toBe('')
    await content.folder.write(FILE, before)
    await content.import()
    expect(await bodyOf(content)).not.toContain('shade')
  })

  test('cannot be taken away while an article that an editor sent shows it', async ({
    content,
  }) => {
    await content.folder.write('pictures/shade.svg', svg('red'))
    await content.import()
    await content.commit('PATCH', PAGE, { body: `Text about money.\n\n${picture('shade')}` })
    await content.folder.remove('pictures/shade.svg')
    await expect(content.import()).rejects.toThrow(
      /pictures\/shade\.svg:1: E-IN-USE is missing, and "what-a-bond-is-[^"]*" shows it: put it back/,
    )
    expect(addressIn(await bodyOf(content))).not.toBe('')
  })

  test.for([
    [
      'nobody drew',
      picture('shadow'),
      /"\/pictures\/shadow\.svg", and .*did you mean "\/pictures\/shade\.svg"/,
    ],
    [
      'has no credit',
      picture('shade', 'A shade.'),
      /E-IMAGE \/pictures\/shade\.svg says not whose/,
    ],
    [
      'stands among words',
      `See ${picture('shade')}`,
      /E-IMAGE \/pictures\/shade\.svg stands among/,
    ],
    [
      'is a page',
      '![x](/articles "A. — B")',
      /E-IMAGE !\[x\] shows "\/articles", which is no picture/,
    ],
    ['is of another site', '![x](https://a.example/a.svg "A. — B")', /E-IMAGE-HOST/],
  ] as const)('that %s is an error of lint', async ([, markdown, message], { content }) => {
    await content.folder.write('pictures/shade.svg', svg('red'))
    await show(content, markdown)
    expect(await problemsOf(content)).toEqual([expect.stringMatching(message)])
  })

  test.for([
    [
      'runs something',
      'a.svg',
      '<svg viewBox="0 0 9 9">\n<script/></svg>',
      /a\.svg:2: E-IMAGE has <script>/,
    ],
    ['is of no such kind', 'a.gif', 'x', /a\.gif:1: E-IMAGE is no picture: save it with a name/],
    ['is empty', 'a.svg', '', /a\.svg:1: E-IMAGE has not one element/],
    ['has no address', 'A b.svg', svg('red'), /A b\.svg:1: E-IMAGE has a name that is no address/],
    ['is too large', 'a.svg', svg('red') + ' '.repeat(205_000), /E-IMAGE-SIZE has 201 KB/],
    ['is for the dark only', 'a.dark.svg', svg('red'), /there is no a\.svg: add it/],
  ] as const)('that %s is an error of lint', async ([, name, file, message], { content }) => {
    await content.folder.write(`pictures/${name}`, file)
    expect(await problemsOf(content)).toEqual([expect.stringMatching(message)])
  })

  test('for the dark has the size of the other', async ({ content }) => {
    await content.folder.write('pictures/a.svg', svg('red'))
    await content.folder.write('pictures/a.dark.svg', svg('red', 8))
    expect(await problemsOf(content)).toEqual([
      expect.stringMatching(/a\.dark\.svg:1: E-IMAGE has another size than a\.svg: .* 9 × 6/),
    ])
  })

  test('must exist in what an editor sends', async ({ content }) => {
    await content.folder.write('pictures/shade.svg', svg('red'))
    await content.import()
    const body = `Text about money.\n\n${picture('shades')}`
    const sent = await content.edit('PATCH', PAGE, { body })
    expect(sent.statusCode).toBe(400)
    expect(sent.body).toContain('did you mean')
  })
})
