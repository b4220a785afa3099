import type { ReactNode } from 'react'
import type { SearchHit } from '#shared/contracts/page.ts'
import { MarkedText } from './MarkedText.tsx'
import { NewTabLink } from './NewTabLink.tsx'

interface HitProps {
  hit: SearchHit
  /** The line below the title. */
  children?: ReactNode
}

/** One title that was found, as a single link. A second link in it would open in the same tab. */
export function Hit({ hit, children }: HitProps) {
  return (
    <article className="card card-brief hit">
      <h3 className="card-title">
        <NewTabLink href={hit.path}>
          <MarkedText text={hit.title} marks={hit.marks} />
        </NewTabLink>
      </h3>
      {children}
    </article>
  )
}
