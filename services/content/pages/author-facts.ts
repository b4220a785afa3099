import type { AuthorFacts } from '#shared/contracts/page.ts'
import { shownPortrait } from '../library/portrait.ts'
import type { Author } from './page-scope.ts'

/** The facts of an author in the form that pages show. */
export const authorFacts = ({
  slug,
  role,
  links,
  portrait,
}: Pick<Author, 'slug' | 'role' | 'links' | 'portrait'>): AuthorFacts => ({
  ...(role !== null && { role }),
  ...(links.length > 0 && { links }),
  ...(portrait && { portrait: shownPortrait(slug, portrait) }),
})
