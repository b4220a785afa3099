import { describe, expect, test } from 'vitest'
import { loadTypeface } from './typeface.ts'

const bold = loadTypeface('bold', 'en_US')

describe('the typeface of pictures', () => {
  test.each([
    ['English', 'The quick brown fox jumps over the lazy dog, 0123456789 (50%) — “it’s £5 or €6…”'],
    ['Turkish', 'Pijamalı hasta yağız şoföre çabucak güvendi; ĞÜŞİÖÇ IĞDIR İSTANBUL'],
    ['Russian', 'Съешь ещё этих мягких французских булок, да выпей чаю: «ЁЖ № 5»'],
    ['markup', '<b>"AT&T" & \'P/E\'</b>'],
  ])('has every letter of %s', (_language, text) => {
    for (const weight of ['bold', 'regular'] as const) {
      expect(loadTypeface(weight, 'en_US').drawable(text)).toBe(text)
    }
  })

  test('leaves out missing characters', () => {
    expect(bold.drawable('Bonds 👍🏽 in 日本 grow\n\n')).toBe('Bonds in grow')
  })

  test('composes decomposed characters', () => {
    expect(bold.drawable('и\u0306 g\u0306')).toBe('й ğ')
  })

  test('measures the same as it outlines', () => {
    expect(bold.measure('')).toBe(0)
    expect(bold.measure('WW')).toBeGreaterThan(bold.measure('ii') * 2)
    // Kerned: narrower than its single letters together.
    expect(bold.measure('AVAV')).toBeLessThan(2 * (bold.measure('A') + bold.measure('V')))
  })

  test('draws every letter that is not blank', () => {
    const svg = bold.outline(bold.glyphs('a b'), { x: 10, y: 20, size: 30 })
    expect(svg.match(/<path /g)).toHaveLength(2)
    expect(svg).toContain('translate(10 20) scale(0.03 -0.03)')
  })

  test('keeps the dot of the Turkish i', () => {
    expect(loadTypeface('regular', 'tr_TR').glyphs('fi')).toHaveLength(2)
  })
})
