import type { Link } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { LinkList } from './LinkList.tsx'

/** For pages that hold nothing to read: the home page and every category. */
export function WaysOn({ categories }: { categories: readonly Link[] }) {
  const strings = useStrings()
  return (
    <nav aria-label={strings.waysOn}>
      <LinkList className="chips" links={[{ title: strings.toHome, path: '/' }, ...categories]} />
    </nav>
  )
}
