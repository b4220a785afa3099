import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { SponsoredLink } from '#shared/contracts/page.ts'
import { HOSTILE_ADS } from '../../../tests/support/hostile/hostile-ads.ts'
import { parseAd } from './parse-ad.ts'
import { parseAds, parseNewPathAd } from './parse-ads.ts'

const link = (text: string, href: string, before = '', after = '') => ({
  before,
  text,
  href,
  after,
})

describe('an ad string', () => {
  test.each([
    ['a link alone', '<a href="https://a.example/">A</a>', [link('A', 'https://a.example/')]],
    [
      'the text around it',
      'Compare <a href="https://a.example/x?b=1&amp;c=2">rates &amp; fees</a>, free.',
      [link('rates & fees', 'https://a.example/x?b=1&c=2', 'Compare ', ', free.')],
    ],
    [
      'several links, each with the text after it',
      'See <a href="https://a.example/">A</a>, <a href="http://b.example/">B</a> or both',
      [
        link('A', 'https://a.example/', 'See ', ', '),
        { ...link('B', 'http://b.example/', '', ' or both'), continues: true },
      ],
    ],
    [
      'white space as one space, in its place',
      '\n See<a href="https://a.example/">\t the  site </a>now ',
      [link('the site', 'https://a.example/', 'See ', ' now')],
    ],
    [
      'the text of elements that only style it',
      '<p>Read</p><p><b>this <a href="https://a.example/">very <i>good</i></a></b><br>page</p>',
      [link('very good', 'https://a.example/', 'Read this ', ' page')],
    ],
    [
      'entities, decoded once',
      '<a href="https://a.example/">&lt;b&gt; &amp;lt;</a>',
      [link('<b> &lt;', 'https://a.example/')],
    ],
    [
      'an address as a browser writes it',
      '<a href=" HTTPS://Пример.example:443/ä b ">A</a>',
      [link('A', 'https://xn--e1afmkfd.example/%C3%A4%20b')],
    ],
  ])('gives %s', (_name, html, links) => {
    expect(parseAd(html).links).toEqual(links)
  })

  test('without a link shows nothing', () => {
    for (const html of ['words', '', ' ', '<b>bold</b>', '<a>x</a>', '<!doctype html>']) {
      expect(parseAd(html).links, html).toEqual([])
      expect(parseAd(html).dropped.map(({ reason }) => reason)).toContain('no-link')
    }
  })

  test.each([
    ['javascript:alert(1)', 'link-scheme', 'javascript:'],
    ['mailto:a@a.example', 'link-scheme', 'mailto:'],
    ['java&#10;script:alert(1)', 'link-address', 'java script:alert(1)'],
    ['//a.example/', 'link-address', '//a.example/'],
    ['/terms', 'link-address', '/terms'],
    ['https:a.example', 'link-address', 'https:a.example'],
    ['https://a.example&quot;/', 'link-address', 'https://a.example"/'],
    ['https://me:secret@a.example/x', 'link-credentials', 'a.example'],
    ['', 'link-address', ''],
  ])('drops a link to %s together with its text', (href, reason, detail) => {
    const { links, dropped } = parseAd(
      `Buy <a href="${href}">gold</a> or <a href="https://a.example/">read</a>`,
    )
    expect(links).toEqual([link('read', 'https://a.example/', 'Buy or ')])
    expect(dropped).toEqual([{ reason, detail }])
  })

  test.each([
    ['<b>x</b>', 'element', 'b'],
    ['<script>x</script>', 'content', 'script'],
    ['<svg><a href="https://b.example/">x</a></svg>', 'content', 'svg'],
    ['<template><p>x</p></template>', 'content', 'template'],
    ['<my-element>x</my-element>', 'content', 'my-element'],
    ['<a href="https://b.example/"></a>', 'link-text', 'https://b.example/'],
    ['a\u0007', 'control-character', 'U+0007'],
    ['\u202ex', 'control-character', 'U+202E'],
    ['y'.repeat(201), 'text-cut', `${'y'.repeat(79)}…`],
  ])('explains why %j is not shown as written', (html, reason, detail) => {
    const { dropped } = parseAd(`<a href="https://a.example/">A</a> ${html}`)
    expect(dropped).toEqual([{ reason, detail }])
  })

  test('names the attributes that are dropped, but not those that the site sets itself', () => {
    const { dropped } = parseAd(
      '<a href="https://a.example/" rel=x target=y onclick="alert(1)" style="x">A</a>',
    )
    expect(dropped).toEqual([
      { reason: 'attribute', detail: 'onclick' },
      { reason: 'attribute', detail: 'style' },
    ])
  })

  test('never shows a user name and password, not even to its editor', () => {
    const said = JSON.stringify(parseAd('<a href="https://me:secret@a.example/">x</a>').dropped[0])
    expect(said).not.toMatch(/secret|me:/)
  })

  test('is read up to 2 KB, counted in bytes', () => {
    const ad = (letter: string, count: number) =>
      `<a href="https://a.example/">${letter.repeat(count)}</a>`
    const room = 2048 - ad('', 0).length
    expect(parseAd(ad('x', room)).links).toHaveLength(1)
    expect(parseAd(ad('x', room + 1))).toEqual({
      links: [],
      comment: undefined,
      dropped: [{ reason: 'too-long', detail: '2049 bytes' }],
    })
    expect(parseAd(ad('я', room / 2 + 1)).links).toEqual([])
  })

  test('has texts of 200 characters at most, and no half of a character', () => {
    const html = `${'👍'.repeat(205)}<a href="https://a.example/">${'x'.repeat(200)}</a>`
    const [only] = parseAd(html).links
    expect([...(only?.before ?? '')]).toEqual([...'👍'.repeat(199), '…'])
    expect(only?.text).toBe('x'.repeat(200))
  })
})

describe('the strings of a page', () => {
  const strings = Array.from({ length: 15 }, (_, number) =>
    [1, 2].map((half) => `<a href="https://a.example/${number}-${half}">A</a>`).join(' '),
  )

  test('give 20 links at most, in order', () => {
    const { links, drops } = parseAds('/terms', strings)
    expect(links).toHaveLength(20)
    expect(links.at(-1)?.href).toBe('https://a.example/9-2')
    expect(drops).toHaveLength(10)
    expect(drops[0]).toEqual({
      path: '/terms',
      entry: 10,
      reason: 'too-many-links',
      detail: 'https://a.example/10-1',
    })
  })

  test('are stripped of their comments', () => {
    const { drops } = parseAds('/', ['<!-- x --><a href="https://a.example/">A</a>'])
    expect(drops).toEqual([{ path: '/', entry: 0, reason: 'comment', detail: ' x ' }])
  })
})

describe('the ad of all other pages', () => {
  test.each([
    ['', { links: [] }],
    ['<!--b31f9a-->', { links: [], comment: 'b31f9a' }],
    [
      '<!--id--><a href="https://a.example/">A</a>',
      { links: [link('A', 'https://a.example/')], comment: 'id' },
    ],
    ['words <!-- > --!> -->', { links: [], comment: ' > ' }],
    ['<!---->', { links: [] }],
  ])('%j keeps its comment and its links', (html, shown) => {
    expect(parseNewPathAd(html).shown).toEqual(shown)
  })

  test('keeps one comment of several', () => {
    const { shown, drops } = parseNewPathAd('<!--a--><!--b-->')
    expect(shown).toEqual({ links: [], comment: 'a' })
    expect(drops).toEqual([{ path: 'sapeNewUrl', entry: 0, reason: 'comment', detail: 'b' }])
  })
})

/** What must hold for everything that is ever shown. */
function expectHarmless(html: string) {
  const { links, comment } = parseAd(html)
  for (const shown of links) {
    expect(Value.Check(SponsoredLink, shown)).toBe(true)
    const { protocol, username, password, href } = new URL(shown.href)
    expect(['http:', 'https:']).toContain(protocol)
    expect([username, password, href]).toEqual(['', '', shown.href])
    expect(shown.href).toMatch(/^https?:\/\/[^\s"<>\p{Cc}]+$/u)
    expect(shown.text).toBe(shown.text.trim())
    for (const text of [shown.before, shown.text, shown.after]) {
      expect([...text].length).toBeLessThanOrEqual(200)
      expect(text).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u)
      expect(text.isWellFormed()).toBe(true)
    }
  }
  expect([...(comment ?? '')].length).toBeLessThanOrEqual(200)
  expect(parseAd(html)).toEqual({ links, comment, dropped: expect.any(Array) })
}

describe('hostile ad strings', () => {
  test('are more than a hundred', () => {
    expect(new Set(HOSTILE_ADS).size).toBeGreaterThan(100)
  })

  test.each(HOSTILE_ADS)('leave of %j only harmless text and links [M-243]', expectHarmless)

  test('leave no text of scripts, styles and hidden elements', () => {
    for (const element of [
      ...['script', 'style', 'template', 'noscript', 'noembed', 'noframes', 'iframe', 'object'],
      ...['textarea', 'title', 'xmp', 'plaintext', 'select', 'svg', 'math', 'canvas', 'video'],
      ...['audio', 'dialog', 'datalist', 'applet', 'button', 'form', 'x-y'],
    ]) {
      const html = `<a href="https://a.example/">A</a> <${element}>HIDDEN</${element}>`
      expect(JSON.stringify(parseAd(html).links), element).not.toContain('HIDDEN')
      expect(parseAd(html).dropped, element).toContainEqual({ reason: 'content', detail: element })
    }
  })

  test('are harmless in any mixture of their pieces [P7, T1]', () => {
    const pieces = HOSTILE_ADS.flatMap((html) => html.split(/(?=[<>"'&\s])/)).filter(Boolean)
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            { weight: 6, arbitrary: fc.constantFrom(...pieces) },
            { weight: 2, arbitrary: fc.constantFrom('<a href="https://a.example/', '">', '</a>') },
            { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) },
          ),
          { maxLength: 40 },
        ),
        (parts) => expectHarmless(parts.join('')),
      ),
      { numRuns: 500 },
    )
  })
})
