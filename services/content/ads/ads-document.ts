import { type Static, Type } from 'typebox'
import { hasShape, reasonsAgainst } from '#shared/check-shape.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import type { Reason } from '#shared/errors.ts'
import { trimCharacter } from '#shared/text/trim-character.ts'
import { reasonsAboutCharacters } from '../drafts/reasons-about-characters.ts'

/**
 * Where ad data are fetched; nothing is fetched if unset. The address may contain a secret of the
 * ad system, so only https is accepted, except on this machine for tests and trials.
 */
export const AdsUrl = Type.Optional(
  Type.String({
    pattern:
      '^(?:https://[^/?#@\\\\\\s]+|http://(?:localhost|127\\.0\\.0\\.1)(?::\\d+)?)(?:[/?#]\\S*)?$',
    maxLength: 2_000,
    format: 'url',
  }),
)

/**
 * Ad data exactly as the ad system delivers them. Data beyond these limits are refused as a whole;
 * within them, links that cannot be shown are dropped one by one.
 */
export const AdsDocument = Type.Object({
  sapeData: Type.Object({
    // The longest path that a page may have. Only a pattern can limit the length of a key.
    sapeLinks: Type.Record(
      Type.String({ pattern: '^[\\s\\S]{0,400}$' }),
      Type.Array(Type.String({ maxLength: 65_536 }), { maxItems: 1_000 }),
      { additionalProperties: false, maxProperties: 20_000 },
    ),
    sapeNewUrl: Type.Optional(Type.String({ maxLength: 65_536 })),
  }),
})

export type AdsDocument = Static<typeof AdsDocument>

/** @returns all reasons against ad data from any source; empty if they can be saved */
export const reasonsAgainstAds = (body: unknown): Reason[] => [
  ...reasonsAgainst(AdsDocument, body),
  ...reasonsAboutCharacters(body),
  ...(hasShape(AdsDocument, body) ? reasonsAgainstCount(body) : []),
]

/** The most strings of a whole document, because each one has to be parsed. */
const MAX_STRINGS = 200_000

/** @returns a reason if the document has too many strings */
export function reasonsAgainstCount({ sapeData }: AdsDocument): Reason[] {
  const count = Object.values(sapeData.sapeLinks).reduce((sum, { length }) => sum + length, 0)
  if (count <= MAX_STRINGS) return []
  const message = `must not have more than ${MAX_STRINGS} strings in all, and has ${count}`
  return [{ field: '/sapeData/sapeLinks', message }]
}

/** A string of the ad system with its position in the document. */
interface AdString {
  html: string
  /** The path as written in the document. */
  key: string
  /** 0-based index of the string within that key. */
  index: number
}

/** Groups strings by path, in order. A document may write one path in several ways. */
export function groupAds(
  sapeLinks: AdsDocument['sapeData']['sapeLinks'],
): Map<PagePath, AdString[]> {
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
