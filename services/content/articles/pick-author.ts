import { createHash } from 'node:crypto'

/**
 * Who signs an article that names nobody: of all authors the one whose hash together with the
 * article is highest. So a new author takes over few articles, and one who leaves gives away only
 * his own.
 *
 * @param article its id, which stays when the slug changes
 * @param roster slugs, in any order; at least one
 */
export function pickAuthor(article: string, roster: readonly string[]): string {
  let picked: { slug: string; hash: string } | undefined
  for (const slug of roster) {
    const hash = createHash('sha256').update(`${article} ${slug}`).digest('hex')
    if (!picked || hash > picked.hash) picked = { slug, hash }
  }
  if (!picked) throw new Error('The roster has no authors: import authors before articles')
  return picked.slug
}
