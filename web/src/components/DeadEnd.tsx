import type { MenuItem } from '#shared/contracts/site.ts'
import { useStrings } from '../strings/strings-context.ts'
import { SearchForm } from './SearchForm.tsx'
import { WaysOn } from './WaysOn.tsx'

interface DeadEndProps {
  heading: string
  text: string
  menu: readonly MenuItem[]
}

/** A page that is not there says so plainly and offers every way on. */
export function DeadEnd({ heading, text, menu }: DeadEndProps) {
  const strings = useStrings()
  return (
    <div className="dead-end">
      <h1>{heading}</h1>
      <p className="standfirst">{text}</p>
      <SearchForm label={strings.searchArticles} size="large" />
      <WaysOn menu={menu} />
    </div>
  )
}
