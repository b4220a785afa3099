import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { Tag } from '#shared/contracts/primitives.ts'
import { isOfArticles, tags } from './tags.ts'

const LONG = 'x'.repeat(120)

describe('tags', () => {
  test('match their schema, whatever they name', () => {
    for (const tag of [
      tags.list(`${LONG}/${LONG}`),
      tags.archive(`${LONG}/${LONG}`, 1_000_000),
      tags.ads(`/${'x'.repeat(399)}`),
      tags.info(LONG),
      tags.author(LONG),
      tags.seoTitle(LONG),
      tags.category(`${LONG}/${LONG}`),
    ]) {
      expect(Value.Check(Tag, tag)).toBe(true)
    }
  })

  test('differ where what they name differs', () => {
    expect(tags.list(`${LONG}/${LONG}`)).not.toBe(tags.list(`${LONG}/${LONG}x`))
    expect(tags.archive(`${LONG}/${LONG}`, 1)).not.toBe(tags.archive(`${LONG}/${LONG}`, 2))
    expect(tags.list('a/b')).not.toBe(tags.archive('a', 1))
  })

  test('tell whether they stand for articles alone', () => {
    const ofArticles = [
      ...[tags.article('a'), tags.list(`${LONG}/${LONG}`), tags.home, tags.term('a'), tags.names],
    ]
    const ofMore = [
      ...[tags.shell, tags.siteTitle, tags.siteTagline, tags.roster],
      ...[tags.seoTitle('home'), tags.constant('more'), tags.ads('*'), tags.address('/a')],
      ...[tags.category(`${LONG}/${LONG}`), tags.categoryTitle('a'), tags.definitions('a/b')],
      ...[tags.author('a'), tags.authorName('a'), tags.authorLinks, tags.infoLinks],
    ]
    expect(ofArticles.filter(isOfArticles)).toEqual(ofArticles)
    expect(ofMore.filter(isOfArticles)).toEqual([])
  })
})
