import type { Link } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { LinkList } from './LinkList.tsx'

/** Fewer parts of a page are seen at once. */
const MIN_PARTS = 2

/** Leads to the parts of a long page, each by the id of its heading. */
export function JumpList({ parts }: { parts: readonly { id: string; title: string }[] }) {
  const strings = useStrings()
  if (parts.length < MIN_PARTS) return null
  const links: Link[] = parts.map(({ id, title }) => ({ title, path: `#${id}` }))
  return (
    <nav aria-label={strings.onThisPage}>
      <LinkList className="jump-list" links={links} />
    </nav>
  )
}
