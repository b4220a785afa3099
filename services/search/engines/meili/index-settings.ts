import { isDeepStrictEqual } from 'node:util'
import type { Settings } from 'meilisearch'

/** So high that a total is never cut; a high limit costs nothing. */
const NO_LIMIT = 1_000_000_000

/**
 * For filters only: Meilisearch's own search would find parts of what was typed and similar words,
 * and would not find the middles of words.
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
      // Equality is enough for CONTAINS, and needs no additional tables.
      features: { facetSearch: false, filter: { equality: true, comparison: false } },
    },
    {
      attributePatterns: ['text', 'textTr'],
      // Without this, STARTS WITH would scan all titles up to the first match.
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

/** Names of an index's settings that differ from ours; those that we do not set are ignored. */
export function differingSettings(actual: Settings): string[] {
  const present = new Map<string, unknown>(Object.entries(actual))
  return Object.entries(SETTINGS)
    .filter(([name, wanted]) => !agrees(wanted, present.get(name)))
    .map(([name]) => name)
}

/** Of objects only the wanted fields are compared; lists are compared without their order. */
function agrees(wanted: unknown, actual: unknown): boolean {
  if (Array.isArray(wanted)) {
    return Array.isArray(actual) && isDeepStrictEqual(ordered(wanted), ordered(actual))
  }
  if (typeof wanted !== 'object' || wanted === null) return wanted === actual
  if (typeof actual !== 'object' || actual === null) return false
  const present = new Map<string, unknown>(Object.entries(actual))
  return Object.entries(wanted).every(([name, value]) => agrees(value, present.get(name)))
}

/** Items as text, which is enough for names and for rules that Meilisearch returns as sent. */
const ordered = (list: readonly unknown[]): string[] =>
  list.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).sort()
