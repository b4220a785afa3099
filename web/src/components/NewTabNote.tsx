import { useStrings } from '../strings/strings-context.ts'

/** Explains the arrow of links that open in a new tab, once on a page, before the first of them. */
export function NewTabNote() {
  const strings = useStrings()
  return <p className="new-tab">{strings.searchNewTab}</p>
}
