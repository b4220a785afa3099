import { useId } from 'react'
import type { Link } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { LinkList } from './LinkList.tsx'

interface TopicsProps {
  topics: readonly Link[] | undefined
  path: string
}

/** The third level: what the articles of a subcategory are about. */
export function Topics({ topics, path }: TopicsProps) {
  const strings = useStrings()
  const labelId = useId()
  if (!topics) return null
  return (
    <nav className="topics" aria-labelledby={labelId}>
      <span id={labelId}>{strings.topics}</span>
      <LinkList className="chips" links={topics} path={path} />
    </nav>
  )
}
