import type { AuthorFacts } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'

/** Links to an author's profiles on other sites. */
export function AuthorLinks({ name, links }: { name: string; links: AuthorFacts['links'] }) {
  const strings = useStrings()
  if (!links) return null
  return (
    <ul className="author-links" aria-label={strings.elsewhere(name)}>
      {links.map((href) => (
        <li key={href}>
          <a href={href} rel="me noopener">
            {shortAddress(href)}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** A URL without scheme, `www.` and trailing slash. */
const shortAddress = (href: string) => href.replace(/^https:\/\/(?:www\.)?/, '').replace(/\/$/, '')
