import { useEffect } from 'react'
import type { Page as PageModel } from '#shared/contracts/page.ts'
import type { Strings } from '../strings/strings.ts'
import { StringsContext } from '../strings/strings-context.ts'
import { Page } from './Page.tsx'

interface MainProps {
  page: PageModel
  strings: Strings
  /** Called in the browser once React has hydrated the content. */
  onHydrated?: () => void
}

/** Everything inside `<main>`: the part of the document that React owns in the browser. */
export function Main({ page, strings, onHydrated }: MainProps) {
  useEffect(() => onHydrated?.(), [onHydrated])
  return (
    <StringsContext value={strings}>
      {/* The key keeps React from reusing any state or element of one page in the next. */}
      <Page key={page.path} page={page} />
    </StringsContext>
  )
}
