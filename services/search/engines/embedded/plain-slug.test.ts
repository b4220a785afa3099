import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitPlainSlug, plainSlug } from './plain-slug.ts'

test('is told from bytes as it is made from text', () => {
  const letters = [...'aBz09', ' ', '  ', '-', "'", ':', '(', 'é', '“', 'İ']
  const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 })
  fc.assert(
    fc.property(text, text, fc.nat(9), (title, other, cut) => {
      const whole = plainSlug(title)
      for (const slug of [whole, whole.slice(0, cut), other]) {
        const bytes = Buffer.from(title + slug)
        const end = Buffer.byteLength(title)
        const fit = fitPlainSlug(bytes, { start: 0, end }, { start: end, end: bytes.length })
        if (fit === 'whole') expect(slug).toBe(whole)
        if (fit === 'start') expect(whole.slice(0, slug.length)).toBe(slug)
        const isAscii = /^[\0-\x7f]*$/.test(title)
        const fits = slug !== '' && whole.startsWith(slug) && !slug.endsWith('-')
        if (isAscii) expect(fit !== 'none').toBe(fits)
        if (isAscii && fits) expect(fit === 'whole').toBe(slug === whole)
      }
    }),
    { numRuns: 20_000 },
  )
})
