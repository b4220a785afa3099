import { createHash } from 'node:crypto'

/**
 * Picks the author of an article that names none: the one whose hash together with the article is
 * highest (rendezvous hashing). So a new author gets few articles, and only the articles of an
 * author who leaves move to others.
 *
 * @param article the article's id, which stays when the slug changes
 * @param roster slugs of all authors, in any order; at least one
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
