import type { Link } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { LinkList } from './LinkList.tsx'

interface EmptyListProps {
  /** Where a reader can go instead. */
  leads: readonly Link[]
}

export function EmptyList({ leads }: EmptyListProps) {
  const strings = useStrings()
  return (
    <div className="notice">
      <p>
        {strings.emptyList} {leads.length > 0 && strings.emptyListLeads}
      </p>
      <LinkList className="chips" links={leads} />
    </div>
  )
}
