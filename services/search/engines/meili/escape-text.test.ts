import { describe, expect, test } from 'vitest'
import { escapeText } from './escape-text.ts'

/** What Meilisearch does with every value and search text; `trim` would remove more. */
const normalize = (text: string) =>
  [...text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '')]
    .map((character) => character.normalize('NFKD'))
    .join('')
    .toLowerCase()

describe('escapeText', () => {
  test('leaves characters that no rule changes', () => {
    for (const text of ['', '401(k)', 's&p', 'что', 'ınvest', '👍', 'ß', '\ue000', '"\\']) {
      expect(escapeText(text)).toBe(text)
    }
  })

  test('escapes letters that would be decomposed, and every blank', () => {
    expect(escapeText('чай')).toBe('ча\u{f0439}')
    expect(escapeText('a b')).toBe('a\u{f0020}b')
    expect(escapeText('½')).toBe('\u{f00bd}')
    expect(escapeText('𝚺')).toBe('\u{10d6ba}')
  })

  test('keeps every character that is its own escape', () => {
    const seen = new Map<string, number>()
    for (let code = 0; code < 0x110000; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue
      const escaped = escapeText(String.fromCodePoint(code))
      if (escaped === undefined) continue
      expect(seen.get(escaped)).toBeUndefined()
      seen.set(escaped, code)
      if (normalize(`${escaped}x${escaped}`) !== `${escaped}x${escaped}`) {
        throw new Error(`U+${code.toString(16)} is changed`)
      }
    }
    expect(seen.size).toBeGreaterThan(0xf0000 - 0x800 - 0xe0000)
  })

  test('has no escape for private use characters and rare ideographs', () => {
    for (const text of ['\u{f0041}', '\u{100041}', '\u{2f800}', 'a\u{10ffff}']) {
      expect(escapeText(text)).toBeUndefined()
    }
  })
})
