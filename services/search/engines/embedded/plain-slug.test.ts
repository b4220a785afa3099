import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPlainSlug, plainSlug } from './plain-slug.ts'

test('is told from bytes as it is made from text', () => {
  const letters = [...'aBz09', ' ', '  ', '-', "'", ':', '(', 'é', '“', 'İ']
  const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 })
  fc.assert(
    fc.property(text, fc.option(text, { nil: undefined }), (title, other) => {
      const slug = other ?? plainSlug(title)
      const bytes = Buffer.from(title + slug)
      const end = Buffer.byteLength(title)
      const isSlug = isPlainSlug(bytes, { start: 0, end }, { start: end, end: bytes.length })
      const isAscii = /^[\0-\x7f]*$/.test(title)
      expect(isSlug).toBe(isAscii && slug !== '' && slug === plainSlug(title))
    }),
    { numRuns: 20_000 },
  )
})
