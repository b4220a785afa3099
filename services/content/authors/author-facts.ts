import type { AuthorFacts } from '#shared/contracts/page.ts'

/** What the database knows of an author, as pages show it. */
export const authorFacts = ({
  role,
  links,
}: {
  role: string | null
  links: readonly string[]
}): AuthorFacts => ({
  ...(role !== null && { role }),
  ...(links.length > 0 && { links: [...links] }),
})
