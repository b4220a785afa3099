import type { Day } from '#shared/contracts/fact.ts'
import { dayExists } from '../drafts/check-time.ts'

/** Which fact a number in a text is, and of which days, if not of today. */
export interface FactReference {
  name: string
  /** As it is written: a year or a day. */
  at?: string
  first?: Day
  last?: Day
}

const REFERENCE = /^([a-z0-9]+(?:-[a-z0-9]+)*)(?:@(\d{4})(-\d{2}-\d{2})?)?$/

/** Reads `401k-limit`, `401k-limit@2025` or `401k-limit@2025-03-01`. */
export function parseFactReference(written: string): FactReference | undefined {
  const [, name, year, ofYear] = REFERENCE.exec(written) ?? []
  if (name === undefined) return undefined
  if (year === undefined) return { name }
  if (ofYear === undefined) {
    return { name, at: year, first: `${year}-01-01`, last: `${year}-12-31` }
  }
  const day = year + ofYear
  return dayExists(day) ? { name, at: day, first: day, last: day } : undefined
}

/** Looks like a reference to a fact, wherever it stands: `fact:name`, or `, fact name` of an input. */
const MENTION = /fact:\s*([a-z0-9-]{1,120})|,(?:\s|%20)*fact(?:\s|%20)+([a-z0-9-]{1,120})/gi

/** Whether a text may show a fact. Few do, and only the Markdown parser knows for certain. */
export const mayShowFacts = (body: string): boolean => /fact:|,(?:\s|%20)*fact\b/i.test(body)

/** Names that look like those of facts. */
export const factsNamedIn = (body: string): string[] => [
  ...new Set(Array.from(body.matchAll(MENTION), ([, plain, named]) => plain ?? named ?? '')),
]
