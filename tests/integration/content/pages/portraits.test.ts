import { describe, expect } from 'vitest'
import { lintContent } from '../../../../services/content/lint/lint-content.ts'
import { type TestContent, contentTest as test } from '../../../support/content/content-service.ts'
import { drawPortrait, jpegOf, webpOf } from '../../../support/content/portraits.ts'
import {
  colourAt,
  drawBomb,
  drawMoving,
  drawPhoto,
  factsOf,
} from '../../../support/content/rasters.ts'

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

/** The colour of drawn portraits. */
const closeToGrey = ([red = 0, green = 0, blue = 0]: number[]) =>
  expect(Math.max(Math.abs(red - 90), 255 - green, 255 - blue)).toBeLessThan(30)

// M-311
describe('the portrait of an author', () => {
  test.for([
    ['face.png', async () => drawPortrait()],
    ['face.jpeg', jpegOf],
    ['face.webp', webpOf],
    ['misnamed.png', webpOf],
  ] as const)('is imported from %s [M-311]', async ([name, draw], { content }) => {
    await give(content, name, await draw(), '  portraitAlt: A smile\n')
    await content.import()

    const { portrait } = await authorOf(content)
    const choice = (ending: 'avif' | 'webp', width: number) => ({
      src: expect.stringMatching(`^/portraits/marcus-adeyemi-[0-9a-f]{12}\\.${ending}$`),
      type: `image/${ending}`,
      width,
    })
    expect(portrait).toEqual({
      src: expect.stringMatching('^/portraits/marcus-adeyemi-[0-9a-f]{12}\\.jpg$'),
      width: 224,
      height: 224,
      alt: 'A smile',
      // The file has 240 pixels, and is not enlarged.
      choices: [112, 224, 240]
        .flatMap((width) => [choice('avif', width)])
        .concat([112, 224, 240].flatMap((width) => [choice('webp', width)])),
    })
    const addresses = [portrait?.src ?? '', ...(portrait?.choices ?? []).map(({ src }) => src)]
    for (const address of addresses) {
      const { contentType, bytes, tags } = (await fileAt(content, address)).json()
      expect(tags).toEqual([`address:${address}`])
      const facts = await factsOf(Buffer.from(bytes, 'base64'))
      expect(contentType).toBe(`image/${facts.format === 'heif' ? 'avif' : facts.format}`)
      closeToGrey(await colourAt(Buffer.from(bytes, 'base64'), 50, 50))
    }
    expect((await listed(content)).toSorted()).toEqual(addresses.toSorted())
  })

  test('is upright, and without what a camera wrote into it [T29, B29]', async ({ content }) => {
    const photo = await drawPhoto({ width: 1_500, height: 1_400, orientation: 6 }).toBuffer()
    expect((await factsOf(photo)).exif?.includes('SecretCamera')).toBe(true)
    await give(content, 'face.jpg', photo)
    await content.import()
    const { portrait } = await authorOf(content)
    expect([portrait?.width, portrait?.height]).toEqual([224, 240])
    expect(portrait?.choices?.map(({ width }) => width)).toEqual([112, 224, 336, 112, 224, 336])
    for (const { src } of [{ src: portrait?.src ?? '' }, ...(portrait?.choices ?? [])]) {
      const bytes = Buffer.from((await fileAt(content, src)).json().bytes, 'base64')
      const { exif, xmp, orientation, width, height } = await factsOf(bytes)
      expect([exif, xmp, orientation]).toEqual([undefined, undefined, undefined])
      expect(height).toBe(Math.round((width * 1_500) / 1_400))
      expect((await colourAt(bytes, 30, 10))[0]).toBeGreaterThan(200)
      expect((await colourAt(bytes, 30, height - 10))[2]).toBeGreaterThan(200)
    }
  })

  test('that an earlier version published as its file was loses what a camera wrote into it, also at its former address', async ({
    content,
  }) => {
    const photo = await drawPhoto({ width: 400, height: 400 }).toBuffer()
    await give(content, 'face.jpg', photo)
    await content.import()
    // As the version before left it, also where this one was there before.
    const as = { format: 'jpg', width: 400, height: 400, bytes: photo, file_sha256: null } as const
    await content.db.updateTable('portrait').set(as).execute()
    const former = (await authorOf(content)).portrait
    expect(former).not.toHaveProperty('choices')
    expect((await fileAt(content, former?.src ?? '')).json().bytes).toBe(photo.toString('base64'))

    const revision = await content.revision()
    expect(await content.import()).toMatchObject({ changed: true })
    const now = (await authorOf(content)).portrait
    expect(now?.src).not.toBe(former?.src)
    expect(now?.choices).toHaveLength(6)
    const touched = (await content.changesAfter(revision)).flatMap(({ tags }) => tags)
    expect(touched).toContain(`address:${former?.src}`)
    const bytes = Buffer.from((await fileAt(content, former?.src ?? '')).json().bytes, 'base64')
    expect(bytes.includes('SecretCamera')).toBe(false)
    expect((await factsOf(bytes)).width).toBe(224)
    expect(await content.import()).toMatchObject({ changed: false })
  })

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
    [
      'a file that is not there',
      'face.png',
      async (): Promise<undefined> => undefined,
      /face\.png is missing: put the file there/,
    ],
    ['a text', 'face.png', () => Buffer.from('not a picture'), /is no picture .*: save it as PNG/],
    ['another format', 'face.gif', () => drawMoving('gif'), /is no picture that can be read/],
    ['a moving picture', 'face.webp', () => drawMoving('webp'), /moves: save one picture of it/],
    [
      'cut off',
      'face.jpg',
      async () => (await drawPhoto().toBuffer()).subarray(0, 8_000),
      /is damaged or cut off/,
    ],
    ['too many bytes', 'face.png', () => Buffer.alloc(4_194_305), /has 4097 KB: make it smaller/],
    ['too many pixels', 'face.png', () => drawBomb(5_001, 2_500), /at most 12\.5 million/],
    [
      'a side that is too short',
      'face.png',
      () => drawPortrait({ width: 159, height: 160 }),
      /larger one, 160/,
    ],
    [
      'a shape that is no square',
      'face.jpg',
      () => jpegOf({ height: 300 }),
      /240 × 300 pixels: cut it/,
    ],
    [
      'a way out of its folder',
      '../en_US.yaml',
      async (): Promise<undefined> => undefined,
      /portrait must/,
    ],
  ] as const)('cannot be %s', async ([, name, draw, reason], { empty: content }) => {
    await give(content, name, await draw())
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
