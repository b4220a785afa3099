import { isDeepStrictEqual } from 'node:util'
import type { Settings } from 'meilisearch'

/** So that a total is never cut, which costs nothing by itself. */
const NO_LIMIT = 1_000_000_000

/**
 * For filters alone: nothing is searched in the way of Meilisearch, which would find parts of what
 * was typed, similar words, and no middles of words.
 */
export const SETTINGS = {
  displayedAttributes: [
    ...['id', 'kind', 'articleId', 'title', 'path', 'publishedAt'],
    ...['feed', 'revision', 'titles', 'foldVersion', 'schemaVersion', 'stamp'],
  ],
  searchableAttributes: [],
  filterableAttributes: [
    {
      attributePatterns: ['kind', 'tok', 'tokTr'],
      // Equality is enough for CONTAINS, and needs no further tables.
      features: { facetSearch: false, filter: { equality: true, comparison: false } },
    },
    {
      attributePatterns: ['text', 'textTr'],
      // STARTS WITH would otherwise walk through all titles up to the first that fits.
      features: { facetSearch: false, filter: { equality: true, comparison: true } },
    },
  ],
  sortableAttributes: ['id', 'publishedAt'],
  rankingRules: ['sort'],
  typoTolerance: { enabled: false },
  stopWords: [],
  synonyms: {},
  prefixSearch: 'disabled',
  facetSearch: false,
  proximityPrecision: 'byAttribute',
  pagination: { maxTotalHits: NO_LIMIT },
} satisfies Settings

/** The names of settings of an index that are not as wanted. What is not wanted may be anything. */
export function differingSettings(actual: Settings): string[] {
  const present = new Map<string, unknown>(Object.entries(actual))
  return Object.entries(SETTINGS)
    .filter(([name, wanted]) => !agrees(wanted, present.get(name)))
    .map(([name]) => name)
}

/** Of an object only what is wanted is compared; lists are compared without their order. */
function agrees(wanted: unknown, actual: unknown): boolean {
  if (Array.isArray(wanted)) {
    return Array.isArray(actual) && isDeepStrictEqual(ordered(wanted), ordered(actual))
  }
  if (typeof wanted !== 'object' || wanted === null) return wanted === actual
  if (typeof actual !== 'object' || actual === null) return false
  const present = new Map<string, unknown>(Object.entries(actual))
  return Object.entries(wanted).every(([name, value]) => agrees(value, present.get(name)))
}

/** Each as text, which is enough for names and for rules that Meilisearch gives back as sent. */
const ordered = (list: readonly unknown[]): string[] =>
  list.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).sort()
