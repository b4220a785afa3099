import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { lintContent } from '../../../../services/content/lint/lint-content.ts'
import { type TestContent, contentTest as test } from '../../../support/content/content-service.ts'
import {
  colourAt,
  drawBomb,
  drawMoving,
  drawPhoto,
  drawScreenshot,
  factsOf,
} from '../../../support/content/rasters.ts'

const FILE = 'articles/en_US/what-a-bond-is-and-why-its-price-moves.md'
const PAGE = '/articles/what-a-bond-is-and-why-its-price-moves'
const START = 'Suppose a town needs'
const RED = [254, 0, 0]
const BLUE = [0, 0, 254]

const picture = (file: string) => `![A bank](/pictures/${file} "The bank. — Photo: Test")`

async function show({ folder }: TestContent, file: string) {
  const text = await folder.read(FILE)
  await folder.write(FILE, text.replace(START, `${picture(file)}\n\n${START}`))
}

async function bodyOf(content: TestContent): Promise<string> {
  const model = await content.pageModel(PAGE)
  if (model.status !== 'found' || model.page.kind !== 'article') throw new Error(model.status)
  return model.page.article.bodyHtml
}

const addressesIn = (html: string) => [
  ...new Set(html.match(/\/pictures\/bank[a-z-]*-[0-9a-f]{12}\.\w+/g)),
]

async function fileAt({ app }: TestContent, path: string) {
  const answer = await app.inject(`/picture-model?path=${path}`)
  const { contentType, bytes } = answer.json()
  return { status: answer.statusCode, contentType, bytes: Buffer.from(bytes ?? '', 'base64') }
}

const errorsOf = async ({ folder, clock }: TestContent) =>
  (await lintContent(folder.folder, 'en_US', clock.now)).problems
    .map(({ file, line, code, message }) => `${file}:${line}: ${code} ${message}`)
    .filter((line) => line.includes(' E-'))

/** Colours of printing presses are duller than those of screens. */
const closeTo = (colour: readonly number[], wanted: readonly number[], most = 40) =>
  expect(Math.max(...colour.map((part, at) => Math.abs(part - (wanted[at] ?? 0))))).toBeLessThan(
    most,
  )

describe('a photograph in a text', () => {
  test('is upright, in three widths of two formats and one more, without what the camera wrote [T29]', async ({
    content,
  }) => {
    const photo = await drawPhoto({ orientation: 6 }).toBuffer()
    expect((await factsOf(photo)).exif?.includes('SecretCamera')).toBe(true)
    await content.folder.write('pictures/bank.jpg', photo)
    await show(content, 'bank.jpg')
    await content.import()

    const html = await bodyOf(content)
    const set = (ending: string) =>
      `<source type="image/${ending}" srcset="${[560, 800, 1120]
        .map((width) => `/pictures/bank-[0-9a-f]{12}\\.${ending} ${width}w`)
        .join(', ')}" sizes="[^"]+">`
    expect(html).toMatch(
      new RegExp(
        `<figure class="picture"><picture>${set('avif')}${set('webp')}<img src="/pictures/bank-[0-9a-f]{12}\\.jpg" width="1200" height="1600" alt="A bank" loading="lazy" decoding="async"></picture><figcaption>The bank\\. `,
      ),
    )
    const addresses = addressesIn(html)
    expect(addresses).toHaveLength(7)
    for (const address of addresses) {
      const { status, contentType, bytes } = await fileAt(content, address)
      expect(status, address).toBe(200)
      const facts = await factsOf(bytes)
      expect(contentType).toBe(`image/${facts.format === 'heif' ? 'avif' : facts.format}`)
      expect([facts.exif, facts.xmp, facts.iptc, facts.orientation], address).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ])
      expect(bytes.includes('SecretCamera')).toBe(false)
      expect(facts.height).toBe(Math.round((facts.width * 1_600) / 1_200))
      // What was on the left of the camera is above.
      closeTo(await colourAt(bytes, 200, 100), RED)
      closeTo(await colourAt(bytes, 200, facts.height - 100), BLUE)
    }
  })

  test('is never made wider than it is', async ({ content }) => {
    await content.folder.write(
      'pictures/bank.png',
      await drawScreenshot({ width: 600, height: 300 }),
    )
    await show(content, 'bank.png')
    await content.import()
    const html = await bodyOf(content)
    expect(html.match(/ (\d+)w/g)).toEqual([' 560w', ' 600w', ' 560w', ' 600w'])
    expect(html).toContain('600px)"')
    const widths = await content.db.selectFrom('rendition').select('width').execute()
    expect(Math.max(...widths.map(({ width }) => width))).toBe(600)
  })

  test('has another in the dark, on screens only', async ({ content }) => {
    await content.folder.write('pictures/bank.png', await drawScreenshot())
    await content.folder.write('pictures/bank.dark.png', await drawScreenshot({}, { dark: true }))
    await show(content, 'bank.png')
    await content.import()
    const html = await bodyOf(content)
    const sources = (html.match(/<source [^>]+>/g) ?? []).filter((one) => one.includes('/bank-'))
    expect(sources.map((source) => source.includes('/bank--dark-'))).toEqual([
      ...[true, true, true],
      ...[false, false],
    ])
    for (const source of sources.slice(0, 3)) {
      expect(source).toContain(' media="screen and (prefers-color-scheme: dark)"')
    }
    const dark = addressesIn(html).filter((address) => address.includes('--dark-'))
    expect(dark).toHaveLength(7)
    for (const address of dark) {
      const { bytes } = await fileAt(content, address)
      closeTo(await colourAt(bytes, 50, 50), [0, 255, 255])
    }
  })

  test.for([
    [
      'the colours of a printing press',
      'bank.jpg',
      () =>
        drawPhoto()
          .toBuffer()
          .then((bytes) => sharp(bytes).toColourspace('cmyk').jpeg().toBuffer()),
    ],
    [
      '16 bits for each colour',
      'bank.png',
      () =>
        drawPhoto()
          .toBuffer()
          .then((bytes) => sharp(bytes).toColourspace('rgb16').png().toBuffer()),
    ],
    ['the kind of another name', 'bank.png', () => drawPhoto().toBuffer()],
    ['AVIF', 'bank.avif', () => drawPhoto({ width: 700, height: 500 }).avif().toBuffer()],
    ['WebP', 'bank.webp', () => drawPhoto().webp().toBuffer()],
  ] as const)('may have %s', async ([what, file, draw], { content }) => {
    const most = what.includes('press') ? 120 : 40
    await content.folder.write(`pictures/${file}`, await draw())
    await show(content, file)
    await content.import()
    for (const address of addressesIn(await bodyOf(content))) {
      const { bytes } = await fileAt(content, address)
      closeTo(await colourAt(bytes, 50, 50), RED, most)
      const { width, space, depth } = await factsOf(bytes)
      expect([space, depth]).toEqual(['srgb', 'uchar'])
      closeTo(await colourAt(bytes, width - 50, 50), BLUE, most)
    }
  })

  test('keeps what shines through it', async ({ content }) => {
    const clear = { width: 700, height: 300, channels: 4, background: '#ff000080' } as const
    await content.folder.write('pictures/bank.png', await sharp({ create: clear }).png().toBuffer())
    await show(content, 'bank.png')
    await content.import()
    const addresses = addressesIn(await bodyOf(content))
    expect(addresses.at(-1)).toMatch(/\.png$/)
    for (const address of addresses) {
      expect(await factsOf((await fileAt(content, address)).bytes)).toMatchObject({
        hasAlpha: true,
      })
    }
  })

  test('is made again only when its bytes are others', async ({ content }) => {
    await content.folder.write('pictures/bank.jpg', await drawPhoto().toBuffer())
    await content.folder.write('pictures/other.jpg', await drawPhoto({ width: 900 }).toBuffer())
    await show(content, 'bank.jpg')
    await content.import()
    const made = () =>
      content.db
        .selectFrom('rendition')
        .select(['source', 'format', 'width', 'sha256'])
        // Another whenever a row is written.
        .select(sql<string>`xmin::text`.as('written'))
        .orderBy('sha256')
        .execute()
    const first = await made()
    expect(first).toHaveLength(14)
    const before = addressesIn(await bodyOf(content))
    const revision = await content.revision()
    expect(await content.import()).toMatchObject({ changed: false })
    expect(await made()).toEqual(first)

    await content.folder.write('pictures/bank.jpg', await drawPhoto({ height: 1_000 }).toBuffer())
    expect(await content.import()).toMatchObject({
      changed: true,
      changedArticles: 0,
      changes: [{ part: 'pictures', added: 0, changed: 1, removed: 0 }],
    })
    const now = addressesIn(await bodyOf(content))
    expect(now.filter((address) => before.includes(address))).toEqual([])
    const changes = await content.changesAfter(revision)
    expect(changes.flatMap(({ tags }) => tags).toSorted()).toEqual(
      [...now.map((address) => `address:${address}`), 'picture:bank'].toSorted(),
    )
    // Those of before are gone, and those of the other picture stay.
    const second = await made()
    expect(second).toHaveLength(14)
    const rows = first.map((row) => JSON.stringify(row))
    expect(second.filter((row) => rows.includes(JSON.stringify(row)))).toHaveLength(7)
    expect((await fileAt(content, before[0] ?? '')).status).toBe(404)
  })

  test('may take the place of a drawing, and a drawing that of it', async ({ content }) => {
    const drawing = '<svg viewBox="0 0 9 6"><rect width="9" height="6" fill="red"/></svg>'
    const text = await content.folder.read(FILE)
    await content.folder.write('pictures/bank.svg', drawing)
    await show(content, 'bank.svg')
    await content.import()

    await content.folder.remove('pictures/bank.svg')
    await content.folder.write('pictures/bank.jpg', await drawPhoto().toBuffer())
    await content.folder.write(FILE, text)
    await show(content, 'bank.jpg')
    await content.import()
    expect(addressesIn(await bodyOf(content))).toHaveLength(7)

    await content.folder.remove('pictures/bank.jpg')
    await content.folder.write('pictures/bank.svg', drawing)
    await content.folder.write(FILE, text)
    await show(content, 'bank.svg')
    await content.import()
    expect(addressesIn(await bodyOf(content))).toEqual([expect.stringMatching(/\.svg$/)])
    expect(await content.db.selectFrom('rendition').select('source').execute()).toEqual([])
  })

  test('cannot be taken away while a text that an editor sent shows it', async ({ content }) => {
    await content.folder.write('pictures/bank.jpg', await drawPhoto().toBuffer())
    await content.import()
    const wrong = await content.edit('PATCH', PAGE, { body: `Money.\n\n${picture('bank.png')}` })
    expect([wrong.statusCode, wrong.body]).toEqual([
      400,
      expect.stringContaining('did you mean \\"/pictures/bank.jpg\\"'),
    ])
    await content.commit('PATCH', PAGE, { body: `Money.\n\n${picture('bank.jpg')}` })
    await content.folder.remove('pictures/bank.jpg')
    await expect(content.import()).rejects.toThrow(
      /pictures\/bank\.jpg:1: E-IN-USE is missing, and "what-a-bond-is-[^"]*" shows it: put it back/,
    )
    expect(addressesIn(await bodyOf(content))).toHaveLength(7)
  })

  test('is named in the XML site map and in Markdown as everything can show it', async ({
    content,
  }) => {
    await content.folder.write('pictures/bank.jpg', await drawPhoto().toBuffer())
    await content.import()
    await content.commit('PATCH', PAGE, { body: `Money.\n\n${picture('bank.jpg')}` })
    const map = await content.app.inject('/sitemap-model?path=/sitemaps/articles-1.xml')
    const plain = expect.stringMatching(/^\/pictures\/bank-[0-9a-f]{12}\.jpg$/)
    expect(map.json().entries).toContainEqual(
      expect.objectContaining({ path: PAGE, pictures: [plain] }),
    )
    const model = await content.pageModel(PAGE)
    expect('markdown' in model && model.markdown).toMatch(
      /!\[A bank\]\(\/pictures\/bank-[0-9a-f]{12}\.jpg "The bank/,
    )
  })

  test('is listed with all of its files, a page at a time', async ({ content }) => {
    await content.folder.write('pictures/bank.jpg', await drawPhoto().toBuffer())
    await show(content, 'bank.jpg')
    await content.import()
    const listed: string[] = []
    let after = ''
    do {
      const answer = await content.app.inject(`/paths?limit=3${after}`)
      expect(answer.statusCode, answer.body).toBe(200)
      const { paths, next } = answer.json()
      listed.push(...paths.map(({ path }: { path: string }) => path))
      after = next === null ? '' : `&after=${encodeURIComponent(next)}`
    } while (after !== '')
    const bank = listed.filter((path) => path.startsWith('/pictures/bank'))
    expect(bank.toSorted()).toEqual(addressesIn(await bodyOf(content)).toSorted())
    expect(listed.filter((path) => path.startsWith('/pictures/')).length).toBeGreaterThan(7)
  })
})

describe('lint refuses a photograph that', () => {
  test.for([
    [
      'is cut off',
      'a.jpg',
      async () => (await drawPhoto().toBuffer()).subarray(0, 8_000),
      /E-IMAGE is damaged or cut off: save it again/,
    ],
    [
      'is cut off, as PNG',
      'a.png',
      async () => (await drawScreenshot()).subarray(0, -60),
      /E-IMAGE is damaged or cut off/,
    ],
    [
      'is a text',
      'a.png',
      async () => Buffer.from('not a picture'),
      /E-IMAGE is no picture that can be read: save it as PNG, JPEG/,
    ],
    ['is empty', 'a.webp', async () => Buffer.alloc(0), /E-IMAGE is no picture that can be read/],
    [
      'is a drawing',
      'a.png',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'),
      /E-IMAGE is no picture that can be read/,
    ],
    [
      'is of a kind that nobody asked for',
      'a.gif',
      () => drawMoving('gif'),
      /E-IMAGE is no picture: save it with a name that ends in one of \.svg, \.png, \.jpg/,
    ],
    [
      'is of that kind under another name',
      'a.png',
      () => drawMoving('gif'),
      /E-IMAGE is no picture that can be read/,
    ],
    ['moves', 'a.webp', () => drawMoving('webp'), /E-IMAGE moves: save one picture of it/],
    [
      'has very many pixels',
      'a.png',
      () => drawBomb(5_001, 2_500),
      /E-IMAGE-SIZE has 5001 × 2500 pixels: make it smaller, at most 12\.5 million/,
    ],
    [
      'is very long',
      'a.png',
      () => drawBomb(10_001, 10),
      /E-IMAGE-SIZE has 10001 × 10 pixels: make it smaller/,
    ],
    [
      'has more than 4 MB',
      'a.jpg',
      async () => Buffer.alloc(4 * 1_024 * 1_024 + 1),
      /E-IMAGE-SIZE has 4097 KB: make it smaller, 4096 KB at most/,
    ],
    ['has no address', 'A b.png', () => drawScreenshot(), /E-IMAGE has a name that is no address/],
    [
      'is for the dark only',
      'a.dark.png',
      () => drawScreenshot(),
      /E-IMAGE is for the dark, and there is no a\.png: add it/,
    ],
  ] as const)(
    '%s, before anything is imported [T29]',
    async ([, name, draw, message], { content }) => {
      await content.folder.write(`pictures/${name}`, await draw())
      expect(await errorsOf(content)).toEqual([expect.stringMatching(message)])
      await expect(content.import()).rejects.toThrow(message)
      expect(await content.db.selectFrom('rendition').select('source').execute()).toEqual([])
    },
  )

  test('moves as a PNG file', async ({ content }) => {
    const png = await drawScreenshot()
    const at = png.indexOf('IDAT') - 4
    const control = Buffer.from('000000086163544c0000000200000000f38d9370', 'hex')
    const moving = Buffer.concat([png.subarray(0, at), control, png.subarray(at)])
    await content.folder.write('pictures/a.png', moving)
    expect(await errorsOf(content)).toEqual([expect.stringMatching(/E-IMAGE moves/)])
  })

  test('has the name of another picture', async ({ content }) => {
    await content.folder.write('pictures/a.jpg', await drawPhoto().toBuffer())
    await content.folder.write('pictures/a.png', await drawScreenshot())
    expect(await errorsOf(content)).toEqual([
      expect.stringMatching(/pictures\/a\.png:1: E-IMAGE has the name of a\.jpg: give one of them/),
    ])
  })

  test('has another size in the dark', async ({ content }) => {
    await content.folder.write('pictures/a.png', await drawScreenshot())
    await content.folder.write('pictures/a.dark.png', await drawScreenshot({ width: 800 }))
    expect(await errorsOf(content)).toEqual([
      expect.stringMatching(/a\.dark\.png:1: E-IMAGE has another size than a\.png: .* 1600 × 1200/),
    ])
  })
})

test('lint accepts a photograph of as many pixels and bytes as may be', async ({ content }) => {
  await content.folder.write('pictures/a.png', await drawBomb(5_000, 2_500))
  const filled = Buffer.concat([await drawScreenshot()], 4 * 1_024 * 1_024)
  await content.folder.write('pictures/b.png', filled)
  expect(await errorsOf(content)).toEqual([])
})
