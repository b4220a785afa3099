import { describe, expect, test } from 'vitest'
import { clean, fold, foldTr } from './fold.ts'

describe('clean', () => {
  test('removes invisible characters and composes equivalent ones', () => {
    expect(clean('in\u00advest\u200bing\u2060\ufeff')).toBe('investing')
    expect(clean('nai\u0308ve')).toBe('naïve')
    expect(clean('e\u00ad\u0301')).toBe('é')
  })

  test('replaces halves of surrogate pairs', () => {
    expect(clean('a\ud83d')).toBe('a\ufffd')
    expect(clean('\ud83d\u200b\udc4d')).toBe('\ufffd\ufffd')
  })
})

describe('fold', () => {
  test('maps each case pair to one letter', () => {
    expect(fold('ETFs ЁЖ ΣΑΣ ς \u212a')).toBe('etfs ёж σασ σ k')
    expect(fold('İstanbul i\u0307')).toBe('istanbul i')
  })

  test('keeps letters distinct that are no case pair', () => {
    expect(fold('ß ﬁ ё ï ı')).toBe('ß ﬁ ё ï ı')
  })
})

describe('foldTr', () => {
  test('pairs I with ı, and İ with i', () => {
    expect(foldTr('ISPARTA İZMİR')).toBe('ısparta izmir')
    expect(foldTr('I\u0307zmir i\u0307')).toBe('izmir i')
  })
})
