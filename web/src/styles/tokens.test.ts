import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const AA_CONTRAST = 4.5
const tokens = await readFile(new URL('tokens.css', import.meta.url), 'utf8')

/** The colour of a token in the light and in the dark scheme, as red, green and blue. */
function colorsOf(name: string, text = tokens): number[][] {
  const pair = new RegExp(`--${name}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`).exec(text)
  const parts = (color = '') => color.match(/../g)?.map((part) => Number.parseInt(part, 16)) ?? []
  return [parts(pair?.[1]), parts(pair?.[2])]
}

/** The contrast ratio as WCAG 2 defines it. */
function luminance(color: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = color
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: readonly number[] = [], other: readonly number[] = []): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

// Browsers hide the colour of opened links from scripts, so axe cannot check it.
test.each(['paper', 'surface', 'raised', 'mark'])('an opened link can be read on %s', (ground) => {
  for (const scheme of [0, 1]) {
    expect(contrast(colorsOf('visited')[scheme], colorsOf(ground)[scheme])).toBeGreaterThan(
      AA_CONTRAST,
    )
  }
})

test('more contrast, where readers want it, is 7 to 1, on paper and on every surface', () => {
  const [, more = ''] = /prefers-contrast: more\) \{([^}]*)\}/.exec(tokens) ?? []
  const names = [...more.matchAll(/--([\w-]+):/g)].map(([, name]) => name ?? '')
  expect(names).toContain('ink-soft')
  for (const name of names) {
    for (const ground of ['paper', 'surface', 'raised']) {
      for (const scheme of [0, 1]) {
        const ratio = contrast(colorsOf(name, more)[scheme], colorsOf(ground)[scheme])
        expect(ratio, `${name} on ${ground}`).toBeGreaterThanOrEqual(7)
      }
    }
  }
})

test('the colours before the style sheet loads are those of the background', async () => {
  const source = await readFile(
    new URL('../../../services/render/documents/document.ts', import.meta.url),
    'utf8',
  )
  const said = [...source.matchAll(/"theme-color" content="(#\w{6})"/g)].map(([, color]) => color)
  expect(said).toHaveLength(2)
  expect(tokens).toContain(`--paper: light-dark(${said.join(', ')})`)
})
