import { hasShape, reasonsAgainst } from '#shared/check-shape.ts'
import type { Reason } from '#shared/errors.ts'
import { reasonsAboutCharacters } from '../drafts/reasons-about-characters.ts'
import { AdsDocument } from './ads-document.ts'
import { reasonsAgainstCount } from './group-ads.ts'

/** @returns all reasons against ad data from any source; empty if they can be saved */
export const reasonsAgainstAds = (body: unknown): Reason[] => [
  ...reasonsAgainst(AdsDocument, body),
  ...reasonsAboutCharacters(body),
  ...(hasShape(AdsDocument, body) ? reasonsAgainstCount(body) : []),
]
