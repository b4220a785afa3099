import { useStrings } from '../strings/strings-context.ts'

/** Says what the arrow means, once on a page, before the first link that has one. */
export function NewTabNote() {
  const strings = useStrings()
  return <p className="new-tab">{strings.searchNewTab}</p>
}
