import { hash } from 'node:crypto'

/**
 * Picks the author of an article that names none: the one whose hash together with the article is
 * highest (rendezvous hashing). So a new author gets few articles, and only the articles of an
 * author who leaves move to others.
 *
 * @param article the article's id, which stays when the slug changes
 * @param roster slugs of all authors, in any order; at least one
 */
export function pickAuthor(article: string, roster: readonly string[]): string {
  let picked: { slug: string; rank: string } | undefined
  for (const slug of roster) {
    const rank = hash('sha256', `${article} ${slug}`)
    if (!picked || rank > picked.rank) picked = { slug, rank }
  }
  if (!picked) throw new Error('The roster has no authors: import authors before articles')
  return picked.slug
}
