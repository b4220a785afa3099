import { describe, expect, test } from 'vitest'
import { type LiteOptions, renderLite } from './lite-html.ts'

const options: LiteOptions = {
  locale: 'en_US',
  styles: '/assets/lite-1.css',
  whole: '/articles/a?lite=no',
  keepsLite: false,
}
const document = (body: string) => `<!doctype html>
<html lang="en-US" data-language="en-US">
<head>
<meta charset="utf-8">
<title data-gatsby-head="true">A</title>
<link rel="stylesheet" href="/assets/a.css">
<script type="module" src="/assets/a.js" async></script>
<link rel="canonical" href="https://finlore.example/articles/a" data-gatsby-head="true">
<link rel="alternate" type="text/markdown" href="/articles/a.md">
<meta property="og:title" content="A">
<script type="application/ld+json">{"a":1}</script>
<link rel="manifest" href="/manifest.webmanifest">
</head>
<body>
<div id="___gatsby">${body}</div><!--sample-1-->
<script type="application/json" id="hydration-data">{"page":{}}</script>
</body>
</html>
`
const inside = (body: string, more: Partial<LiteOptions> = {}) =>
  /<div id="___gatsby">(.*)<\/div><!--sample-1-->/s.exec(
    renderLite(document(body), { ...options, ...more }),
  )?.[1]

describe('a light page', () => {
  test('has of the head what it needs, and one style sheet', () => {
    const html = renderLite(document('<main>Text</main>'), options)
    expect(html.slice(0, html.indexOf('<div'))).toBe(`<!doctype html>
<html data-lite lang="en-US" data-language="en-US">
<head>
<meta charset="utf-8">
<title data-gatsby-head="true">A</title>
<link rel="canonical" href="https://finlore.example/articles/a" data-gatsby-head="true">
<link rel="stylesheet" href="/assets/lite-1.css">
</head>
<body>
<p class="lite-note">This is the light version, without pictures and scripts. <a href="/articles/a?lite=no">Whole page</a></p>
`)
    expect(html).not.toContain('hydration-data')
    // Ad systems look for their comment.
    expect(html).toContain('<!--sample-1-->')
  })

  test('has a link in place of each picture', () => {
    expect(
      inside(
        `<figure class="picture"><picture><source srcset="/pictures/a--dark.svg"><img src="/pictures/a.svg" width="4" alt="A &lt;form&gt;" loading="lazy"></picture><figcaption>F</figcaption></figure>`,
      ),
    ).toBe(
      '<figure class="picture"><a class="picture-link" href="/pictures/a.svg">Picture: A &lt;form&gt;</a><figcaption>F</figcaption></figure>',
    )
    expect(inside('<img src="/portraits/b.jpg" alt="">')).toBe(
      '<a class="picture-link" href="/portraits/b.jpg">Picture</a>',
    )
    expect(inside('<img class="logo" src="/logo.svg" alt="Finlore"/><span>Finlore</span>')).toBe(
      '<span class="visually-hidden">Finlore</span><span>Finlore</span>',
    )
  })

  test('leads from each drawn chart to its figure on the whole page', () => {
    const chart = (id: string, label: string) =>
      `<figure class="chart" id="${id}"><figcaption>C</figcaption>\n<div class="chart-drawing" role="img" aria-label="${label}" data-chart='{"a":"b"}'><svg class="chart-wide"><text>1</text></svg><svg class="chart-narrow"></svg></div>\n<table></table></figure>`
    const text = inside(chart('ahead', 'From 1') + chart('behind', 'From 2'))
    expect(text).toContain('href="/articles/a?lite=no#ahead">Picture: From 1</a>\n<table>')
    expect(text).toContain('href="/articles/a?lite=no#behind">Picture: From 2</a>\n<table>')
    expect(text).not.toContain('<svg')
    expect(inside(chart('ahead', 'From 1'), { whole: undefined })).not.toContain('picture-link')
  })

  test('has no drawings, buttons and data for scripts, but the menu', () => {
    const menu = '<button type="button" class="menu-button" popoverTarget="m">Menu</button>'
    const search = '<button type="submit">Search</button>'
    expect(
      inside(
        `${menu}<svg class="icon"><path d="M0"/></svg><button type="button" data-copy="x">Copy <b>it</b></button>${search}<p data-a='{"b":1}' class="c" data-d>T<!-- -->U</p>`,
      ),
    ).toBe(`${menu}${search}<p class="c">TU</p>`)
  })

  test('has nothing of what is on the whole page only', () => {
    const details = (name: string) => `<details${name}><summary>S</summary><p>T</p></details>`
    const span = (name: string) => `<span${name}>S <a href="https://b.example/">B</a></span>`
    const both = (name: string) => `<p>A ${span(name)}</p>${details(name)}`
    expect(inside(`${both(' class="whole-only"')}${both('')}`)).toBe(`<p>A </p>${both('')}`)
  })

  const links =
    '<a href="/">H</a><a class="b" href="/a/b?topic=c">T</a><a href="/a#b">F</a><a href="#b">I</a><a href="/a.md">M</a><a href="//b.example/a">O</a><a href="https://b.example/a">O</a><a href="mailto:a@b.example">E</a><form action="/search"><input name="q"></form>'

  test('leads on to light pages only where its address asked for one', () => {
    expect(inside(links)).toBe(links)
    expect(inside(links, { keepsLite: true })).toBe(
      '<a href="/?lite">H</a><a class="b" href="/a/b?topic=c&amp;lite">T</a><a href="/a?lite#b">F</a><a href="#b">I</a><a href="/a.md">M</a><a href="//b.example/a">O</a><a href="https://b.example/a">O</a><a href="mailto:a@b.example">E</a><form action="/search"><input type="hidden" name="lite"><input name="q"></form>',
    )
  })

  test('does not put what stands in an address into its markup', () => {
    const html = renderLite(document(''), { ...options, whole: '/search?q="><script>&lite=no' })
    expect(html).toContain('href="/search?q=&quot;&gt;&lt;script&gt;&amp;lite=no">')
  })
})
