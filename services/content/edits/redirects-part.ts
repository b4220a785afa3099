import { articlePath } from '../addresses/article-path.ts'
import { tags } from '../changes/tags.ts'
import type { PlanArticlePart } from './article-change.ts'

/** The addresses of an article: former ones redirect to it, or say that it was withdrawn. */
export const redirectsPart: PlanArticlePart = ({ id, existing, after: { slug }, uses }) => {
  const address = articlePath(slug)
  const isElsewhere = existing?.slug !== slug
  const former = existing && isElsewhere ? articlePath(existing.slug) : undefined
  return {
    write({ tx, send }) {
      if (former !== undefined) {
        send(
          tx
            .insertInto('redirect')
            .values({ from_path: former, article: id })
            .onConflict((conflict) => conflict.column('from_path').doUpdateSet({ article: id })),
        )
      }
      // A page at an address takes precedence over a redirect from it.
      if (isElsewhere) send(tx.deleteFrom('redirect').where('from_path', '=', address))
    },
    touch({ touch }) {
      if (!uses.has('address')) return
      touch(tags.address(address))
      if (isElsewhere) touch(tags.articleAt(address))
      if (existing) touch(tags.slug(id))
      if (former !== undefined) touch(tags.address(former))
    },
  }
}
