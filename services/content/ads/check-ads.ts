import { hasShape, reasonsAgainst } from '#shared/check-shape.ts'
import type { Reason } from '#shared/errors.ts'
import { reasonsAboutCharacters } from '../editing/reasons-about-characters.ts'
import { AdsDocument } from './ads-document.ts'
import { reasonsAgainstCount } from './group-ads.ts'

/** @returns everything that is wrong with ad data, whoever sent it; nothing where it can be saved */
export const reasonsAgainstAds = (body: unknown): Reason[] => [
  ...reasonsAgainst(AdsDocument, body),
  ...reasonsAboutCharacters(body),
  ...(hasShape(AdsDocument, body) ? reasonsAgainstCount(body) : []),
]
