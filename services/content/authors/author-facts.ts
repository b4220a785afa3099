import type { AuthorFacts } from '#shared/contracts/page.ts'
import type { Slug } from '#shared/contracts/primitives.ts'
import { type PortraitFacts, shownPortrait } from './portrait.ts'

/** What the database knows of an author, as pages show it. */
export const authorFacts = ({
  slug,
  role,
  links,
  portrait,
}: {
  slug: Slug
  role: string | null
  links: readonly string[]
  portrait: PortraitFacts | null
}): AuthorFacts => ({
  ...(role !== null && { role }),
  ...(links.length > 0 && { links: [...links] }),
  ...(portrait && { portrait: shownPortrait(slug, portrait) }),
})
