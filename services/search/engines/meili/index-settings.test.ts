import { describe, expect, test } from 'vitest'
import { differingSettings, SETTINGS } from './index-settings.ts'

describe('differingSettings', () => {
  test('finds none where the server adds its own defaults or another order', () => {
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

  test('names what is not as wanted', () => {
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
