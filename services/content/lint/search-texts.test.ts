import { expect, test } from 'vitest'
import { noKnownTexts, remarksOnTree } from './search-texts.ts'

/** A content folder of which only the authors could be read: so many. */
function withAuthors(count: number): Parameters<typeof remarksOnTree>[0] {
  const value = Array.from({ length: count }, (_, index) => ({
    slug: `author-${index}`,
    name: `Author ${index}`,
    description: 'Writes about money.',
    meta_title: `Author ${index} writes about money`,
    meta_description: `Author ${index} explains in plain words what money does.`,
  }))
  const authors = { file: 'authors/en_US.yaml', text: '', hash: '', value, locate: () => [] }
  return { authors, pageSeo: undefined, categories: undefined }
}

test.each([
  [39, true],
  [40, false],
  [50, false],
  [60, false],
  [61, true],
])('a roster of %i authors is remarked on: %s [M-909]', (count, isOdd) => {
  const remarks = remarksOnTree(withAuthors(count), noKnownTexts())
  expect(remarks.some(({ code }) => code === 'W-ROSTER')).toBe(isOdd)
})
