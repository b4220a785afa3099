import type { Static } from 'typebox'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { Reason } from '#shared/errors.ts'
import { trimCharacter } from '#shared/text/trim-character.ts'
import type { AdsDocument } from './ads-document.ts'

type SapeLinks = Static<typeof AdsDocument>['sapeData']['sapeLinks']

/** Strings that a document may have in all: each of them is parsed. */
const MAX_STRINGS = 200_000

/** A string of the ad system, and where it stands in its document. */
interface AdString {
  html: string
  /** The path as the document writes it. */
  key: string
  /** Which string of that key, from 0. */
  index: number
}

/** @returns why this is more than can be read, if it is */
export function reasonsAgainstCount({ sapeData }: Static<typeof AdsDocument>): Reason[] {
  const count = Object.values(sapeData.sapeLinks).reduce((sum, { length }) => sum + length, 0)
  if (count <= MAX_STRINGS) return []
  const message = `must not have more than ${MAX_STRINGS} strings in all, and has ${count}`
  return [{ field: '/sapeData/sapeLinks', message }]
}

/** The same path may stand there in several ways: it gets the strings of all of them, in order. */
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

/** One leading slash, none at the end, no query. */
const normalisePath = (path: string) => `/${trimCharacter(path.split(/[?#]/, 1)[0] ?? '', '/')}`
