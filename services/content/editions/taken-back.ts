import type { Reader } from '../database/reader.ts'

/** Editions looked at: who takes back an edit does so soon. */
const LATEST = 30

/** An edition, as far as it says what is taken back. */
export interface PastEdition {
  number: number
  tag: string
  /** Null where it is not known: that may be an edit of the API too. */
  origin: string | null
}

/** The newest editions of an article, the newest first. */
export const pastEditions = (db: Reader, article: string): Promise<PastEdition[]> =>
  db
    .selectFrom('edition')
    .select(['number', 'tag', 'origin'])
    .where('article', '=', article)
    .orderBy('number', 'desc')
    .limit(LATEST)
    .execute()

/**
 * A warning where a file says again what its article has said in a former edition, so that an edit of the API
 * since then is taken back: Git may have restored the file.
 *
 * @param past editions before the import, the newest first
 * @param article its slug, and the ETag of what is stored now
 */
export function warningsAboutTakingBack(
  past: readonly PastEdition[],
  { slug, tag }: { slug: string; tag: string },
) {
  const at = past.findIndex((edition) => edition.tag === tag)
  const [current, former] = [past[0], past[at]]
  if (!current || !former) return []
  const lost = past.slice(0, at).filter(({ origin }) => origin !== 'files')
  if (lost.length === 0) return []
  const numbers = lost.map(({ number }) => number).toReversed()
  const [editions, are] = numbers.length === 1 ? ['edition', 'is'] : ['editions', 'are']
  const message = `says again what edition ${former.number} said, so ${editions} ${numbers.join(', ')} of the editor API ${are} taken back: GET /articles/${slug}/diff?from=${former.number}&to=${current.number} shows what. To have it again, send the draft of GET /articles/${slug}/editions/${current.number} with PUT, then pull`
  return [{ field: '', code: 'W-TAKEN-BACK', message } as const]
}
