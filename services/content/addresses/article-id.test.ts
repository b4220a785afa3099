import { describe, expect, test } from 'vitest'
import { articleId } from './article-id.ts'

describe('articleId', () => {
  // Computed with Python: uuid.uuid5(uuid.NAMESPACE_URL, 'en_US/articles/what-a-bond-is')
  test.each([
    ['en_US', 'what-a-bond-is', '58dfe48b-57e3-597c-be0c-0bebc55df393'],
    ['ru_RU', 'chto-takoe-obligatsiya', 'da787af5-2f80-5685-91e9-56ca86d37317'],
    ['tr_TR', 'tahvil-nedir', '7bf54599-696d-5a6f-afd4-77939591720f'],
  ] as const)('is the UUIDv5 of %s and %s [M-301]', (locale, slug, id) => {
    expect(articleId(locale, slug)).toBe(id)
  })

  test('differs between languages', () => {
    expect(articleId('en_US', 'bitcoin')).not.toBe(articleId('tr_TR', 'bitcoin'))
  })
})
