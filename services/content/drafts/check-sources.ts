import type { SourceLink } from '../markdown/link-sources.ts'
import { MAX_SOURCES } from './article-draft.ts'
import { nearestHint } from './nearest-name.ts'
import { aboutText, type CodedReason } from './rules.ts'

/** The most that are reported for one text. */
const MAX_REASONS = 50

/** The keys in a list of sources of any shape, by their places in it. */
export const sourceKeysOf = (sources: unknown): (string | undefined)[] =>
  (Array.isArray(sources) ? sources.slice(0, MAX_SOURCES) : []).map((source: unknown) => {
    const key: unknown = Object(source).key
    return typeof key === 'string' ? key : undefined
  })

/** Links of a text to sources that its article does not have, and keys that stand twice. */
export function* reasonsAboutSources(
  keys: readonly (string | undefined)[],
  links: readonly SourceLink[],
): Generator<CodedReason> {
  const known = new Set<string>()
  for (const [index, key] of keys.entries()) {
    if (key === undefined) continue
    if (known.has(key)) {
      const message = `is "${key}", which another source has: choose another`
      yield { field: `/sources/${index}/key`, message }
    }
    known.add(key)
  }
  const unknown = links.filter(({ key }) => !known.has(key))
  for (const { line, key } of unknown.slice(0, MAX_REASONS)) {
    const message = `leads to the source "${key}", and no source of the article has that key${nearestHint(key, known)}`
    yield aboutText('E-SOURCE', line, message)
  }
}

/** Sources with a key to which no link of the text leads. */
export function* remarksOnSources(
  keys: readonly (string | undefined)[],
  links: readonly SourceLink[],
): Generator<CodedReason> {
  const used = new Set(links.map(({ key }) => key))
  for (const [index, key] of keys.entries()) {
    if (key === undefined || used.has(key)) continue
    const message = `is "${key}", and no link of the text leads there: write [words](source:${key}) where it bears a sentence, or take the key away`
    yield { field: `/sources/${index}/key`, code: 'W-SOURCE-UNUSED', message }
  }
}
