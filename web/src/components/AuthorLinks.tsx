import type { AuthorFacts } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { LinkList } from './LinkList.tsx'

/** Links to an author's profiles on other sites. */
export function AuthorLinks({ name, links }: { name: string; links: AuthorFacts['links'] }) {
  const strings = useStrings()
  if (!links) return null
  return (
    <LinkList
      className="author-links"
      label={strings.elsewhere(name)}
      links={links.map((path) => ({ title: shortAddress(path), path, rel: 'me noopener' }))}
    />
  )
}

/** A URL without scheme, `www.` and trailing slash. */
const shortAddress = (href: string) => href.replace(/^https:\/\/(?:www\.)?/, '').replace(/\/$/, '')
