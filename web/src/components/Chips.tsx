import type { Link } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { LinkList } from './LinkList.tsx'

interface ChipsProps {
  links: readonly Link[]
  path: string
}

export function Chips({ links, path }: ChipsProps) {
  const strings = useStrings()
  if (links.length === 0) return null
  return (
    <nav aria-label={strings.topics}>
      <LinkList className="chips" links={links} path={path} />
    </nav>
  )
}
