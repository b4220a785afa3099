import type { MenuItem } from '#shared/contracts/site.ts'
import { useStrings } from '../strings/strings-context.ts'
import { LinkList } from './LinkList.tsx'

interface WaysOnProps {
  menu: readonly MenuItem[]
}

/** For pages that hold nothing to read: the home page and every category. */
export function WaysOn({ menu }: WaysOnProps) {
  const strings = useStrings()
  const categories = menu.map(({ label, key }) => ({ title: label, path: key }))
  return (
    <nav aria-label={strings.waysOn}>
      <LinkList className="chips" links={[{ title: strings.toHome, path: '/' }, ...categories]} />
    </nav>
  )
}
