import type { Static } from 'typebox'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { Reason } from '#shared/errors.ts'
import { trimCharacter } from '#shared/text/trim-character.ts'
import type { AdsDocument } from './ads-document.ts'

type SapeLinks = Static<typeof AdsDocument>['sapeData']['sapeLinks']

/** The most strings of a whole document, because each one has to be parsed. */
const MAX_STRINGS = 200_000

/** A string of the ad system with its position in the document. */
interface AdString {
  html: string
  /** The path as written in the document. */
  key: string
  /** 0-based index of the string within that key. */
  index: number
}

/** @returns a reason if the document has too many strings */
export function reasonsAgainstCount({ sapeData }: Static<typeof AdsDocument>): Reason[] {
  const count = Object.values(sapeData.sapeLinks).reduce((sum, { length }) => sum + length, 0)
  if (count <= MAX_STRINGS) return []
  const message = `must not have more than ${MAX_STRINGS} strings in all, and has ${count}`
  return [{ field: '/sapeData/sapeLinks', message }]
}

/** Groups strings by path, in order. A document may write one path in several ways. */
export function groupAds(sapeLinks: SapeLinks): Map<PagePath, AdString[]> {
  const byPath = new Map<PagePath, AdString[]>()
  for (const [key, strings] of Object.entries(sapeLinks)) {
    const path = normalisePath(key)
    const group = byPath.get(path) ?? []
    byPath.set(path, group)
    strings.forEach((html, index) => {
      group.push({ html, key, index })
    })
  }
  return byPath
}

/** One leading slash, none at the end, and no query. */
const normalisePath = (path: string) => `/${trimCharacter(path.split(/[?#]/, 1)[0] ?? '', '/')}`
