import type { ReactNode } from 'react'
import { useStrings } from '../strings/strings-context.ts'

interface NewTabLinkProps {
  href: string
  rel?: string
  children: ReactNode
}

/** A link for search results, so that the reader keeps the list, and for pages of other sites. */
export function NewTabLink({ href, rel = 'noopener', children }: NewTabLinkProps) {
  const strings = useStrings()
  return (
    <a href={href} target="_blank" rel={rel}>
      {children}
      <span className="visually-hidden">{` ${strings.opensInNewTab}`}</span>
    </a>
  )
}
