import type { ArticleRequest } from './article-request.ts'
import type { GenerationSettings } from './read-settings.ts'

/**
 * Articles that stand in the content folder under an address that is asked for.
 *
 * @returns a sentence for each
 */
export function titlesInUse(
  requests: readonly ArticleRequest[],
  { tree }: Pick<GenerationSettings, 'tree'>,
): string[] {
  const fileBySlug = new Map(tree.articles.map(({ slug, file }) => [slug, file]))
  return requests.flatMap(({ title, slug }) => {
    const file = fileBySlug.get(slug)
    if (file === undefined) return []
    return [`"${title}": "${slug}" is the slug of ${file}; choose another with --slug`]
  })
}
