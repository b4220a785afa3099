import { slugify } from '#shared/text/slugify.ts'
import { articlePath } from '../addresses/article-path.ts'
import { termPath } from '../addresses/term-path.ts'
import type { Reader } from '../database/reader.ts'
import type { CodedReason } from '../drafts/rules.ts'
import type { Term } from '../glossary/term.ts'
import type { WholeArticle } from '../library/stored-article.ts'

/**
 * Every term that another article explains already: it has a page of its own, so it cannot have two.
 * Terms that the article had before are left alone, so that an older mistake prevents no correction.
 */
export async function reasonsAgainstTerms(
  db: Reader,
  terms: readonly Term[],
  existing: WholeArticle | undefined,
): Promise<CodedReason[]> {
  const former = new Set(existing?.terms.filter(isDefined).map(({ term }) => slugify(term)))
  const come = terms.flatMap((term, at) => {
    const slug = slugify(term.term)
    return isDefined(term) && !former.has(slug) ? [{ term: term.term, at, slug }] : []
  })
  if (come.length === 0) return []
  const slugs = come.map(({ slug }) => slug)
  let others = db
    .selectFrom('term')
    .innerJoin('article', 'article.id', 'term.article')
    .select(['term.slug as page', 'article.slug'])
    .where('term.slug', 'in', slugs)
    .where('term.definition', 'is not', null)
    .where('article.status', '=', 'published')
  if (existing) others = others.where('article.id', '<>', existing.id)
  const holders = new Map((await others.execute()).map(({ page, slug }) => [page, slug]))
  return come.flatMap(({ term, at, slug }): CodedReason[] => {
    const holder = holders.get(slug)
    if (holder === undefined) return []
    const message = `"${term}" has the address ${termPath(slug)}, as has a term of ${articlePath(holder)}: take it out of one of them`
    return [{ field: `/terms/${at}/term`, code: 'E-DUP-SLUG', message }]
  })
}

const isDefined = ({ definition }: Term) => definition !== undefined
