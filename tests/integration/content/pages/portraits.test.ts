import { describe, expect } from 'vitest'
import { lintContent } from '../../../../services/content/lint/lint-content.ts'
import { type TestContent, contentTest as test } from '../../../support/content/content-service.ts'
import { drawPortrait, jpegOf, webpOf } from '../../../support/content/portraits.ts'

const AUTHORS = 'authors/en_US.yaml'
const AUTHOR = '/authors/marcus-adeyemi'
const SLUG = '  slug: marcus-adeyemi\n'

/** Puts a file beside the authors, and names it in the roster. */
async function give({ folder }: TestContent, name: string, file?: Buffer, more = '') {
  if (file) await folder.write(`authors/portraits/${name}`, file)
  const roster = (await folder.read(AUTHORS)).replace(/^ {2}portrait.*\n/gm, '')
  await folder.write(AUTHORS, roster.replace(SLUG, `${SLUG}  portrait: ${name}\n${more}`))
}

const takeAway = async ({ folder }: TestContent) =>
  folder.write(AUTHORS, (await folder.read(AUTHORS)).replace(/^ {2}portrait.*\n/gm, ''))

const authorOf = async (content: TestContent) => {
  const model = await content.pageModel(AUTHOR)
  if (model.status !== 'found' || model.page.kind !== 'author') throw new Error(model.status)
  return model.page.author
}

const fileAt = (content: TestContent, path: string) =>
  content.app.inject(`/portrait-model?path=${path}`)

const listed = async (content: TestContent) => {
  const { paths } = (await content.app.inject('/paths?limit=1000')).json()
  return paths
    .map(({ path }: { path: string }) => path)
    .filter((path: string) => /^\/port/.test(path))
}

// M-311
describe('the portrait of an author', () => {
  test.for([
    ['face.png', drawPortrait(), 'png', 'image/png'],
    ['face.jpeg', jpegOf(), 'jpg', 'image/jpeg'],
    ['face.webp', webpOf(), 'webp', 'image/webp'],
    ['misnamed.png', webpOf(), 'webp', 'image/webp'],
  ] as const)(
    'is imported from %s [M-311]',
    async ([name, file, ending, contentType], { content }) => {
      await give(content, name, file, '  portraitAlt: A smile\n')
      await content.import()

      const { portrait } = await authorOf(content)
      expect(portrait).toEqual({
        src: expect.stringMatching(`^/portraits/marcus-adeyemi-[0-9a-f]{12}\\.${ending}$`),
        width: 240,
        height: 240,
        alt: 'A smile',
      })
      const { bytes, ...model } = (await fileAt(content, portrait?.src ?? '')).json()
      expect(Buffer.from(bytes, 'base64').equals(file)).toBe(true)
      expect(model).toMatchObject({ contentType, tags: [`address:${portrait?.src}`] })
      expect(await listed(content)).toEqual([portrait?.src])
    },
  )

  test('changes with its file, under another address, and is removed when it is not named', async ({
    content,
  }) => {
    await give(content, 'face.png', drawPortrait({ shade: 10 }))
    await content.import()
    const { portrait: first } = await authorOf(content)
    expect(await content.import()).toMatchObject({ changed: false })

    await content.folder.write('authors/portraits/face.png', drawPortrait({ shade: 20 }))
    expect(await content.import()).toMatchObject({ changed: true, changedArticles: 0 })
    const { portrait: second } = await authorOf(content)
    expect(second?.src).not.toBe(first?.src)
    expect((await fileAt(content, first?.src ?? '')).statusCode).toBe(404)

    await takeAway(content)
    await content.import()
    expect(await authorOf(content)).not.toHaveProperty('portrait')
    expect((await fileAt(content, second?.src ?? '')).statusCode).toBe(404)
    expect(await listed(content)).toEqual([])
  })

  test.for([
    ['a file that is not there', 'face.png', undefined, /face\.png is missing: put the file there/],
    ['a text', 'face.png', Buffer.from('not a picture'), /is not a picture .*: save it as PNG/],
    ['another format', 'face.gif', Buffer.from('GIF89a\xf0\0\xf0\0\0\0\0', 'latin1'), /is not a p/],
    ['too many bytes', 'face.png', Buffer.alloc(102_401), /has 101 KB: make it smaller/],
    ['a side that is too short', 'face.png', drawPortrait({ width: 150, height: 160 }), /scale it/],
    ['a side that is too long', 'face.webp', webpOf({ width: 1201, height: 1200 }), /scale it/],
    ['a shape that is no square', 'face.jpg', jpegOf({ height: 300 }), /240 × 300 pixels: cut it/],
    ['a way out of its folder', '../en_US.yaml', undefined, /portrait must/],
  ] as const)('cannot be %s', async ([, name, file, reason], { empty: content }) => {
    await give(content, name, file)
    const place =
      (await content.folder.read(AUTHORS)).split('\n').indexOf(`  portrait: ${name}`) + 1
    const options = [content.folder.folder, 'en_US', content.clock.now] as const
    const { problems } = await lintContent(...options)
    const errors = problems.filter(
      ({ code }) => code.startsWith('E-') && code !== 'E-UNKNOWN-AUTHOR',
    )

    expect(errors).toMatchObject([{ file: AUTHORS, line: place }])
    expect(errors[0]?.message).toMatch(reason)
    await expect(content.import()).rejects.toThrow(`${AUTHORS}:${place}: ${errors[0]?.code}`)
  })

  test('cannot have a description without a file', async ({ empty: content }) => {
    const roster = await content.folder.read(AUTHORS)
    await content.folder.write(AUTHORS, roster.replace(SLUG, `${SLUG}  portraitAlt: A smile\n`))
    await expect(content.import()).rejects.toThrow(
      /yaml:\d+: E-PORTRAIT \S+ says what no portrait shows/,
    )
  })

  test('is removed with its author', async ({ content }) => {
    const author = `- name: A\n  slug: a\n  portrait: face.png\n  description: x\n  meta_title: x\n  meta_description: x\n`
    const roster = await content.folder.read(AUTHORS)
    await content.folder.write('authors/portraits/face.png', drawPortrait())
    await content.folder.write(AUTHORS, author + roster)
    await content.import()
    const [path] = await listed(content)
    const revision = await content.revision()

    await content.folder.write(AUTHORS, roster)
    await content.import()
    const touched = (await content.changesAfter(revision)).flatMap(({ tags }) => tags)
    expect(touched).toContain(`address:${path}`)
    expect(await listed(content)).toEqual([])
  })
})
