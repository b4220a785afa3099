import { describe, expect, test } from 'vitest'
import { differingSettings, SETTINGS } from './index-settings.ts'

describe('differingSettings', () => {
  test('ignores defaults and order of the server', () => {
    expect(
      differingSettings({
        ...SETTINGS,
        displayedAttributes: SETTINGS.displayedAttributes.toReversed(),
        sortableAttributes: ['publishedAt', 'id'],
        typoTolerance: { enabled: false, disableOnWords: [], minWordSizeForTypos: { oneTypo: 5 } },
        separatorTokens: [],
        distinctAttribute: null,
      }),
    ).toEqual([])
  })

  test('names each setting that differs', () => {
    expect(
      differingSettings({
        ...SETTINGS,
        rankingRules: ['words', 'sort'],
        typoTolerance: { enabled: true },
        pagination: { maxTotalHits: 1_000 },
        filterableAttributes: ['kind', 'tok', 'tokTr', 'text', 'textTr'],
      }).toSorted(),
    ).toEqual(['filterableAttributes', 'pagination', 'rankingRules', 'typoTolerance'])
    expect(differingSettings({})).toHaveLength(Object.keys(SETTINGS).length)
  })
})
