import { parseFragment } from 'parse5'
import { describe, expect, test } from 'vitest'
import { HOSTILE_MARKDOWN } from '../../../tests/support/hostile/hostile-markdown.ts'
import { growth } from '../../../tests/support/machine/cpu-time.ts'
import { renderMarkdown } from './render-markdown.ts'

const render = (source: string) => renderMarkdown(source, 'The title', 'en_US')

interface Element {
  tagName?: string
  attrs?: { name: string; value: string }[]
  childNodes?: Element[]
}

/** Every element that a browser would create from the HTML. */
function elementsOf(html: string): Element[] {
  const walk = (node: Element): Element[] => [node, ...(node.childNodes ?? []).flatMap(walk)]
  return walk(parseFragment(html) as Element).filter(({ tagName }) => tagName !== undefined)
}

/** The elements that Markdown can produce. No others are allowed. */
const TAGS = new Set(
  'p h2 h3 h4 h5 h6 a img em strong s code pre blockquote ul ol li hr br table caption thead tbody tr th td div'.split(
    ' ',
  ),
)
const ATTRIBUTES = new Set(
  'id href title src alt start class role scope aria-label data-label'.split(' '),
)

const HOSTILE = [
  '<script>alert(1)</script>',
  'text <img src=x onerror=alert(1)> text',
  '<svg/onload=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<style>body{display:none}</style>',
  '<!-- comment --><b>bold</b>',
  '<![CDATA[<b>x</b>]]>',
  '<?php echo 1 ?>',
  '<!DOCTYPE html><html><body onload=alert(1)>',
  '</div></main></body><h1>mine</h1>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java&#115;cript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74:alert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](file:///etc/passwd)',
  '[x](<javascript:alert(1)>)',
  '[x][y]\n\n[y]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '![x](javascript:alert(1))',
  '![" onerror="alert(1)](x.png)',
  '![x](x.png "\\" onerror=\\"alert(1)")',
  '[x](/a "\\"><script>alert(1)</script>")',
  '[x](/a"onmouseover="alert(1))',
  '## "><script>alert(1)</script>',
  '# <img src=x onerror=alert(1)>\n\n| a |\n|---|\n| b |',
  '## " onfocus="alert(1)\n\n| a |\n|---|\n| b |',
  '```"><script>alert(1)</script>\ncode\n```',
  '```\n</code></pre><script>alert(1)</script>\n```',
  '    </code></pre><script>alert(1)</script>',
  '`</code><script>alert(1)</script>`',
  '| <script>alert(1)</script> |\n|---|\n| <img src=x onerror=alert(1)> |',
  '> <blockquote onclick=alert(1)>',
  '- <li onclick=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '<scr\0ipt>alert(1)</scr\0ipt>',
  '<x\n\n><script\n>alert(1)</script\n>',
  '*<script>*alert(1)*</script>*',
  '[<script>alert(1)</script>](/a)',
  '<form action=/x><input name=q></form>',
  '<base href="https://example.com/">',
  '<meta http-equiv=refresh content="0;url=/x">',
]

describe('renderMarkdown, given hostile text', () => {
  test.each([...HOSTILE, ...HOSTILE_MARKDOWN])(
    'writes no markup but its own for %j [P7, T2]',
    (source) => {
      const { html } = render(source)

      for (const { tagName = '', attrs = [] } of elementsOf(html)) {
        expect(TAGS).toContain(tagName)
        for (const { name, value } of attrs) {
          expect(ATTRIBUTES).toContain(name)
          if (name === 'href' || name === 'src')
            expect(value).toMatch(/^(?:https?:|mailto:|tel:|(?![^/?#]*:))/i)
        }
      }
    },
  )

  test.each([
    [
      '<b>bold</b> & <i>italic</i>',
      '<p>&lt;b&gt;bold&lt;/b&gt; &amp; &lt;i&gt;italic&lt;/i&gt;</p>\n',
    ],
    ['<div>\nblock\n</div>', '<p>&lt;div&gt;\nblock\n&lt;/div&gt;</p>\n'],
    ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>\n'],
  ])('shows %j as text', (source, html) => {
    expect(render(source).html).toBe(html)
  })

  test('keeps what is harmless', () => {
    const { html } = render(
      'See [bonds](/articles/bonds "Bonds") or [the law](https://x.org/a?b=1&c=2).',
    )

    expect(html).toBe(
      '<p>See <a href="/articles/bonds" title="Bonds">bonds</a> or ' +
        '<a href="https://x.org/a?b=1&amp;c=2">the law</a>.</p>\n',
    )
  })

  test('does not link bare addresses', () => {
    expect(render('www.example.com https://example.com').html).not.toContain('<a')
  })
})

describe('headings', () => {
  test('may set their own id, which is not shown', () => {
    const { html, headings } = render(
      '## На чём мы *зарабатываем* тут {#how-we-make-money}\n\n## Two {#main}',
    )
    expect(html).toContain(
      '<h2 id="how-we-make-money"><a href="#how-we-make-money">На чём мы <em>зарабатываем</em> тут</a></h2>',
    )
    expect(headings).toEqual([
      { id: 'how-we-make-money', text: 'На чём мы зарабатываем тут', level: 2 },
      { id: 'main-2', text: 'Two', level: 2 },
    ])
  })

  test.each(['{#}', '{#Big}', '{#a b}', '{#a"onclick}', '{#a} more'])('keep %s as text', (mark) => {
    const { headings } = render(`## One ${mark}`)
    expect(headings[0]?.text).toBe(`One ${mark}`)
  })

  test('begin at level 2 and keep the order of the deeper ones', () => {
    const { html, headings } = render('# One\n\n## Two\n\n### Three\n\n###### Six')

    expect(headings).toEqual([
      { id: 'one', text: 'One', level: 2 },
      { id: 'two', text: 'Two', level: 2 },
      { id: 'three', text: 'Three', level: 3 },
      { id: 'six', text: 'Six', level: 6 },
    ])
    expect(html).toBe(
      '<h2 id="one"><a href="#one">One</a></h2>\n<h2 id="two"><a href="#two">Two</a></h2>\n' +
        '<h3 id="three"><a href="#three">Three</a></h3>\n<h6 id="six"><a href="#six">Six</a></h6>\n',
    )
  })

  test('have unique ids, whatever their text', () => {
    const names = ['Costs', 'Costs', 'Costs 2', 'costs', 'Costs-2', '!', '?', '费用', '費用']
    const { html, headings } = render(names.map((name) => `## ${name}`).join('\n\n'))

    const ids = headings.map(({ id }) => id)
    expect(new Set(ids).size).toBe(names.length)
    expect(ids.slice(0, 4)).toEqual(['costs', 'costs-2', 'costs-2-2', 'costs-3'])
    for (const id of ids) expect(html).toContain(`id="${id}"`)
  })

  test('do not use the ids of the page around them', () => {
    const { headings } = render('## Main\n\n## Article sources')

    expect(headings.map(({ id }) => id)).toEqual(['main-2', 'article-sources-2'])
  })

  test('take linear time even if tens of thousands have one name', () => {
    const started = performance.now()
    const { headings } = render('# a\n'.repeat(24_000))

    expect(headings.at(-1)?.id).toBe('a-24000')
    expect(performance.now() - started).toBeLessThan(12_000)
  })

  test('have ids of their visible text', () => {
    const { headings } = render(
      '## **Bold** `code` [link](/x) &amp; ![picture](/p.png)\n\nSetext\n======',
    )

    expect(headings.map(({ text }) => text)).toEqual(['Bold code link & picture', 'Setext'])
  })

  test('are found inside quotes and lists', () => {
    expect(render('> ## Quoted\n\n- ### Listed').headings.map(({ id }) => id)).toEqual([
      'quoted',
      'listed',
    ])
  })
})

describe('tables', () => {
  test('align columns by class, as pages allow no inline style', () => {
    const { html } = render('| a | b | c | d |\n|---|:--|:-:|--:|\n| 1 | 2 | 3 | 4 |')

    expect(html).toContain('<td>1</td>\n<td>2</td>\n')
    expect(html).toContain('<td class="align-center">3</td>')
    expect(html).toContain('<td class="align-right">4</td>')
    expect(html).not.toContain('style=')
  })

  test('align columns of numbers to the right, except the first', () => {
    const { html } = render(
      '| Year | Rate | Who | Said left |\n|---|---|---|:--|\n' +
        '| 2024 | 5% | A bank | 1 |\n| 2025 | – | 3 banks and more | 2 |',
    )
    expect(html).toContain('<th>Year</th>\n<th class="align-right">Rate</th>\n<th>Who</th>')
    expect(html).toContain(
      '<th scope="row">2025</th>\n<td class="align-right">–</td>\n<td>3 banks and more</td>\n<td>2</td>',
    )
  })

  test('are marked to be shown as labelled rows on a phone when they would not fit', () => {
    const head =
      '| Account | Balance | Insured at a bank | Insured at a credit union |\n|---|---|---|---|'
    const { html } = render(`${head}\n| **Hers** | $250,000,000 | $250,000,000 |  |`)
    expect(html).toContain('<table role="table" class="rows">')
    expect(html).toContain('<th role="columnheader">Account</th>')
    expect(html).toContain(
      '<tr role="row">\n<th scope="row" role="rowheader"><strong>Hers</strong></th>\n' +
        '<td class="align-right" data-label="Balance" role="cell">$250,000,000</td>',
    )
    expect(html).toContain('data-label="Insured at a credit union" role="cell"></td>')
    for (const kept of [
      '| a | b |\n|---|---|\n| 1 | 2 |',
      `| ${'long-word-without-end'.repeat(3)} |\n|---|\n| 1 |`,
      `| a | b | c | d | e |\n|---|---|---|---|---|\n|${' $250,000,000 |'.repeat(5)}`,
    ]) {
      expect(render(kept).html).not.toContain('role="table"')
    }
    const wordy = `| a | b | c |\n|---|---|---|\n| 1 | 2 | ${'word '.repeat(12)}|`
    expect(render(wordy).html).toContain('class="rows"')
  })

  test.each([
    ['above', `: Rates, "tax year" *2026*\n\n${'| a |\n|---|\n| 1 |'}`],
    ['below', `${'| a |\n|---|\n| 1 |'}\n\n: Rates, "tax year" *2026*`],
  ])('use the paragraph with a colon %s as their caption', (_place, source) => {
    const { html, outline, firstParagraph } = render(`${source}\n\nText.`)
    expect(html).toMatch(
      /<table>\s*<caption>Rates, “tax year” <em>2026<\/em><\/caption>\s*<thead>.*<\/table><\/div>\n<p>Text\.<\/p>\n$/s,
    )
    expect([outline.prose.map(({ text }) => text), firstParagraph]).toEqual([['Text.'], 'Text.'])
  })

  test('leave other paragraphs in place', () => {
    const { html } = render(': not a caption\n\nText:\n\n| a |\n|---|\n| 1 |\n\nMore')
    expect(html).not.toContain('<caption>')
    expect(html).toContain('<p>: not a caption</p>\n<p>Text:</p>')
  })

  const TABLE = '| a | b |\n|---|--:|\n| 1 | 2 |'

  /** How the cells of the first column are made. */
  const firstColumn = (...cells: string[]) => {
    const { html } = render(`| ${cells.join(' | 1 |\n| ')} | 1 |`.replace('\n', '\n|---|---|\n'))
    return [...html.matchAll(/<tr>\n<(t[dh][^>]*)>/g)].map(([, tag]) => tag)
  }
  const NAMED = ['th', 'th scope="row"', 'th scope="row"']

  test.each([
    ['of words', ['Account', 'Savings', '*Current*'], NAMED],
    ['of words and figures', ['Age', '18 to 24', '65 and older'], NAMED],
    ['of years', ['Year', '1899', '2026'], NAMED],
    ['of figures below nothing', ['', '10', '20'], ['td', ...NAMED.slice(1)]],
    ['of figures', ['Rate', '2%', '4%'], ['th', 'td', 'td']],
    ['of numbers that are no years', ['Price', '1,899', '2026.5'], ['th', 'td', 'td']],
    ['of words, an empty cell apart,', ['Account', '', 'Savings'], ['th', 'td', NAMED[2]]],
  ])('use a first column %s as row headers', (_what, cells, tags) => {
    expect(firstColumn(...cells)).toEqual(tags)
  })

  test('have no row headers where there is only one column', () => {
    expect(render('| a |\n|---|\n| b |').html).not.toContain('scope')
  })

  test('have the id that their caption gives them, and do not show its braces', () => {
    const { html } = render(`: Federal rates {#rates}\n\n${TABLE}`)
    expect(html).toContain('<div class="table-scroll" id="rates" role="region"')
    expect(html).toContain('<caption>Federal rates</caption>')
  })

  test('with a chart stand below it in its figure, with their caption above both', () => {
    const source =
      ': Federal "rates" {#rates chart=lines}\n\n| Year | Rate |\n|---|---|\n| 1 | 2% |\n| 2 | 3% |\n| 3 | 4% |'
    const { html } = render(`${source}\n\nAfter`)
    expect(html).toMatch(
      /^<figure class="chart" id="rates"><figcaption>Federal “rates”<\/figcaption>\n<div class="chart-drawing" role="img" aria-label="Federal “rates”. Rate: first 2% \(1\), last 4% \(3\).">(?:<svg .*<\/svg>){2}<\/div>\n<details><summary>The figures as a table<\/summary>\n<div class="table-scroll" role="region" aria-label="Federal “rates”"><table>\s*<thead>.*<\/table><\/div>\n<\/details><\/figure>\n<p>After<\/p>\n$/s,
    )
    expect(html.match(/id="/g)).toHaveLength(1)
  })

  test('have distinct names: a caption, or a heading and a number', () => {
    const captioned = `: Rates & "fees"\n\n${TABLE}\n\n`
    const { html } = render(
      `${captioned}${captioned}## Fees\n\n${TABLE}\n\n${TABLE}\n\n## Fees (2)\n\n${TABLE}\n\n## Fees\n\n${TABLE}`,
    )
    const names = [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, name]) => name)
    expect(names).toEqual([
      'Rates &amp; “fees”',
      'Rates &amp; “fees” (2)',
      'Fees',
      'Fees (2)',
      'Fees (2) (2)',
      'Fees (3)',
    ])
  })

  test.each([
    [3, 72, false],
    [3, 73, true],
    [2, 99, false],
  ])(
    'of %i columns and %i letters: wider than the text of 648 pixels is %s',
    (columns, letters, is) => {
      // 24 pixels between columns, and 8 for each letter. A text of two columns never needs more.
      const first = 'a'.repeat(letters - columns + 1)
      const row = (cell: string) => `| ${cell} |${' b |'.repeat(columns - 1)}\n`
      const { html } = render(`${row('a')}|${'---|'.repeat(columns)}\n${row(first)}`)
      expect(html.includes('class="table-scroll table-wide"')).toBe(is)
    },
  )

  test('are inside a region that scrolls, named after their heading', () => {
    const { html } = render(`${TABLE}\n\n## Fees & "costs"\n\n${TABLE}\n\n### Taxes\n\n${TABLE}`)

    const regions = elementsOf(html).filter(({ tagName }) => tagName === 'div')
    expect(
      regions.map(({ attrs = [] }) =>
        Object.fromEntries(attrs.map(({ name, value }) => [name, value])),
      ),
    ).toEqual(
      ['The title', 'Fees & “costs”', 'Taxes'].map((label) => ({
        class: 'table-scroll',
        role: 'region',
        'aria-label': label,
      })),
    )
    expect(regions.map(({ childNodes }) => childNodes?.map(({ tagName }) => tagName))).toEqual([
      ['table'],
      ['table'],
      ['table'],
    ])
  })

  test('take linear time when there are thousands of them', () => {
    const make = (tables: number) => '| a |\n|---|\n| 1 |\n\n'.repeat(tables)
    expect(growth(make, 5_000, render)).toBeLessThan(4)
  })

  test('can have thousands of rows', () => {
    const rows = 9_900
    const { html } = render(`| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(rows)}`)
    expect(html.match(/<tr>/g)).toHaveLength(rows + 1)
  })

  test('have balanced markup when they are empty or nested', () => {
    for (const source of ['| a |\n|---|', `> ${TABLE.replaceAll('\n', '\n> ')}`]) {
      const { html } = render(source)
      expect(html.match(/<div/g)).toHaveLength(1)
      expect(html.match(/<\/table><\/div>/g)).toHaveLength(1)
    }
  })
})

describe('typography by language', () => {
  test.each([
    [
      'en_US',
      '"A *child\'s* [money](/a)", 2019-2024',
      '“A <em>child’s</em> <a href="/a">money</a>”, 2019–2024',
    ],
    [
      'en_US',
      '*"Once"* and `"code"\'s` end',
      "<em>“Once”</em> and <code>&quot;code&quot;'s</code> end",
    ],
    [
      'en_US',
      '<https://x.org/"a"-1-2>',
      '<a href="https://x.org/%22a%22-1-2">https://x.org/"a"-1-2</a>'.replaceAll(
        '"a"',
        '&quot;a&quot;',
      ),
    ],
    ['en_US', 'It is 501(c)(3), +-1, a...', 'It is 501(c)(3), +-1, a...'],
    ['ru_RU', '"Вклад" — 5 лет', '«Вклад»\u00a0— 5\u00a0лет'],
    ['tr_TR', '"Kur"un 2026\'da', '“Kur”un 2026’da'],
    ['en_US', 'one "two\nthree" four', 'one “two\nthree” four'],
  ] as const)('%s: %s', (locale, source, html) => {
    expect(renderMarkdown(source, '', locale).html).toBe(`<p>${html}</p>\n`)
  })

  test('headings are typeset too, without a change of their ids', () => {
    const { headings } = render('## What\'s "new" in 2019-2024')
    expect(headings).toEqual([
      { id: 'whats-new-in-2019-2024', text: 'What’s “new” in 2019–2024', level: 2 },
    ])
  })

  test('excerpts and searched text are as written', () => {
    const { firstParagraph, outline } = render('A "child\'s" book.')
    const seen = 'A "child\'s" book.'
    expect([firstParagraph, outline.prose]).toEqual([seen, [{ line: 0, text: seen }]])
  })
})

describe('what is counted and quoted', () => {
  test.each([
    ['', 0],
    ['---', 0],
    ['One two three', 3],
    ['One\ntwo  \nthree\\\nfour', 4],
    ['**One** *two* [three four](/five/six "seven")', 4],
    ['## One\n\n- two\n- three\n\n> four', 4],
    ['| one | two |\n|---|---|\n| three | four |', 4],
    ['```js\nconst one = 2\n```', 4],
    ['    one two', 2],
    ['Сложный процент растёт', 3],
  ])('%j has %i words', (source, words) => {
    expect(render(source).wordCount).toBe(words)
  })

  test('the first paragraph is the first of the article itself, as text', () => {
    expect(render('## Heading\n\n- item\n\nFirst **bold**\nline.\n\nSecond.').firstParagraph).toBe(
      'First bold line.',
    )
    expect(render('## Heading only').firstParagraph).toBe('')
  })

  test('the same text gives the same HTML', () => {
    const source = '## A\n\n## A\n\n| a |\n|---|\n| b |'
    expect(render(source)).toEqual(render(source))
  })
})

describe('links to sources', () => {
  test('lead to the entry below the text, and are no links within the site', () => {
    const { html, outline } = render('As [the FTC](source:ftc-2024) says.')
    expect(html).toBe('<p>As <a href="#source-ftc-2024">the FTC</a> says.</p>\n')
    expect(outline.links).toEqual([])
    expect(outline.sourceLinks).toEqual([{ line: 0, key: 'ftc-2024' }])
  })

  test('cannot leave their attribute', () => {
    const { html } = render('[a](<source:"onclick="x>)')
    expect(html).not.toContain('"onclick')
  })
})
