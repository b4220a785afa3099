import type { PagePath, Slug } from '#shared/contracts/primitives.ts'
import { articlePath } from '../addresses/article-path.ts'
import type { Reader } from '../database/reader.ts'
import type { CodedReason } from '../drafts/rules.ts'
import { findArticleAt } from '../library/article-at-path.ts'
import { reasonsAgainstSuccessor } from '../lint/check-successor.ts'
import { storedTargets } from './stored-targets.ts'

interface AmongStored {
  /** What the request calls it, as a JSON pointer. */
  field: string
  origin: string | undefined
  /** Addresses of texts that are published by the same edit. */
  siblings?: { has(path: PagePath): boolean } | undefined
}

/** Why readers of an article cannot be led to a path of the site, as the database knows it. */
export async function reasonsAgainstLeading(
  db: Reader,
  slug: Slug,
  to: PagePath,
  { field, origin, siblings }: AmongStored,
): Promise<CodedReason[]> {
  const from = articlePath(slug)
  const link = { line: 0, address: to, text: '' }
  const targets = await storedTargets(db, { links: [link], images: [] }, from, origin)
  return reasonsAgainstSuccessor(
    field,
    { to, from },
    {
      nearest: targets.nearest,
      has: (path) => siblings?.has(path) || targets.has(path),
      async successorAt(path) {
        const article = await findArticleAt(db, path)
        if (!article) return undefined
        const isThere = article.status === 'published'
        const next = isThere ? article.expires_to : article.gone_to
        return { path: articlePath(article.slug), isThere, next: next ?? undefined }
      },
    },
  )
}
