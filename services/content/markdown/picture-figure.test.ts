import { expect, test } from 'vitest'
import { picturesIn, splitCredit } from './picture-figure.ts'
import { renderMarkdown } from './render-markdown.ts'

const render = (source: string) => renderMarkdown(source, 'Title', 'en_US')

test('a picture by itself is a figure with its caption, and its credit apart', () => {
  const { html, outline } = render(
    'Words.\n\n![A "stub" of < 9](/pictures/pay-stub.svg "One stub - of 26. — Drawing: Finlore")',
  )
  expect(html).toBe(
    `<p>Words.</p>
<figure class="picture"><img src="/pictures/pay-stub.svg" alt="A “stub” of &lt; 9"><figcaption>One stub - of 26. <span class="picture-credit">Drawing: Finlore</span></figcaption></figure>
`,
  )
  expect(picturesIn(html)).toEqual(['pay-stub'])
  expect(outline.images).toMatchObject([{ line: 2, isFigure: true }])
})

test.each(['See ![a](/pictures/a.svg "— B") here', '- ![a](/pictures/a.svg "— B")'])(
  'a picture among words is none: %s',
  (source) => {
    const { html, outline } = render(source)
    expect(html).not.toContain('<figure')
    expect(outline.images).toMatchObject([{ isFigure: false }])
  },
)

test.each([
  ['A — b. — Drawing: C', { caption: 'A — b.', credit: 'Drawing: C' }],
  ['— Drawing: C', { caption: '', credit: 'Drawing: C' }],
  ['A — ', undefined],
  ['A - b', undefined],
  ['', undefined],
])('the credit of "%s" is what stands after the last dash', (title, said) => {
  expect(splitCredit(title)).toEqual(said)
})
