import type { ReactNode } from 'react'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { useStrings } from '../strings/strings-context.ts'

interface NewTabLinkProps {
  path: PagePath
  children: ReactNode
}

/** To a page of ours that a search found: the reader keeps the list. */
export function NewTabLink({ path, children }: NewTabLinkProps) {
  const strings = useStrings()
  return (
    <a href={path} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden"> {strings.opensInNewTab}</span>
    </a>
  )
}
