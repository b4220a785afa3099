import type { ReactNode } from 'react'
import type { Link } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { SearchForm } from './SearchForm.tsx'
import { WaysOn } from './WaysOn.tsx'

interface DeadEndProps {
  heading: string
  text: string
  categories: readonly Link[]
  /** The most useful link for the reader, shown before all others. */
  children?: ReactNode
}

/** A page that is not there says so plainly and offers every way on. */
export function DeadEnd({ heading, text, categories, children }: DeadEndProps) {
  const strings = useStrings()
  return (
    <div className="dead-end">
      <h1>{heading}</h1>
      {children}
      <p className="standfirst">{text}</p>
      <SearchForm label={strings.searchArticles} size="large" />
      <WaysOn categories={categories} />
    </div>
  )
}
