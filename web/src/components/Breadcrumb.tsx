import type { Link } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'

interface BreadcrumbProps {
  /** The pages between the home page and this one, which is not a part of it. */
  links?: readonly Link[]
}

export function Breadcrumb({ links = [] }: BreadcrumbProps) {
  const strings = useStrings()
  return (
    <nav className="breadcrumb" aria-label={strings.breadcrumb}>
      <ol>
        {[{ title: strings.home, path: '/' }, ...links].map((link) => (
          <li key={link.path}>
            <a href={link.path}>{link.title}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
