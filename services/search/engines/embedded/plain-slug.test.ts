import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPlainSlug, plainSlug } from './plain-slug.ts'

test('is the same from bytes as from text', () => {
  const letters = [...'aBz09', ' ', '  ', '-', "'", ':', '(', 'é', '“', 'İ']
  const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 })
  fc.assert(
    fc.property(text, text, fc.nat(9), (title, other, cut) => {
      const whole = plainSlug(title)
      for (const slug of [whole, whole.slice(0, cut), other]) {
        const bytes = Buffer.from(title + slug)
        const end = Buffer.byteLength(title)
        const fits = isPlainSlug(bytes, { start: 0, end }, { start: end, end: bytes.length })
        if (fits) expect(slug).toBe(whole)
        const isAscii = /^[\0-\x7f]*$/.test(title)
        if (isAscii) expect(fits).toBe(slug !== '' && slug === whole)
      }
    }),
    { numRuns: 20_000 },
  )
})
