import type { Link } from '#shared/contracts/page.ts'
import { LinkList } from './LinkList.tsx'

interface ChipsProps {
  /** What they lead to. */
  label: string
  links: readonly Link[]
  path: string
}

export function Chips({ label, links, path }: ChipsProps) {
  if (links.length === 0) return null
  return (
    <nav aria-label={label}>
      <LinkList className="chips" links={links} path={path} />
    </nav>
  )
}
