import type { Link } from '#shared/contracts/page.ts'
import { slugify } from '#shared/text/slugify.ts'
import { termPath } from '../addresses/term-path.ts'
import type { Reader } from '../database/reader.ts'
import { termsInForce } from './shown-terms.ts'

/** The first of these terms that has a definition, as the home page leads to it. */
export function firstTermOf(
  terms: readonly { term: string; definition?: string | null }[],
): Link | undefined {
  const first = terms.find(({ definition }) => typeof definition === 'string')
  return first && { title: first.term, path: termPath(slugify(first.term)) }
}

/** The first term in force of each of these articles that explains some, by article. */
export async function loadFirstTerms(
  db: Reader,
  articles: readonly string[],
): Promise<Map<string, Link>> {
  if (articles.length === 0) return new Map()
  const rows = await termsInForce(db)
    .select('term.article')
    .where('term.article', 'in', [...articles])
    .orderBy('term.article')
    .orderBy('term.position')
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ article }) => article)].flatMap(([id, terms]): [string, Link][] => {
      const first = firstTermOf(terms)
      return first ? [[id, first]] : []
    }),
  )
}
