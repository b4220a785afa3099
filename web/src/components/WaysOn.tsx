import type { Link } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { LinkList } from './LinkList.tsx'

/** Links to the home page and every category, for pages without content. */
export function WaysOn({ categories }: { categories: readonly Link[] }) {
  const strings = useStrings()
  return (
    <nav aria-label={strings.waysOn}>
      <LinkList className="chips" links={[{ title: strings.toHome, path: '/' }, ...categories]} />
    </nav>
  )
}
