import { useEffect } from 'react'
import type { Page as PageModel } from '#shared/contracts/page.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { Page } from '../pages/Page.tsx'
import { StringsContext } from '../strings/strings-context.ts'
import { stringsFor } from '../strings/strings-for.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'

interface AppProps {
  page: PageModel
  shell: Shell
  /** Leaves header and footer out and changes nothing else, not even an id. */
  isFrameless?: boolean
  /** Called in the browser once React has taken over. */
  onHydrated?: () => void
}

/** Everything inside `#___gatsby`. */
export function App({ page, shell, isFrameless = false, onHydrated }: AppProps) {
  const strings = stringsFor(shell.site.locale)
  useEffect(() => onHydrated?.(), [onHydrated])
  return (
    <StringsContext value={strings}>
      <div id="gatsby-focus-wrapper" tabIndex={-1}>
        <a className="skip-link" href="#main">
          {strings.skipToContent}
        </a>
        {!isFrameless && <Header shell={shell} path={page.path} />}
        <main id="main" className="wrap" tabIndex={-1}>
          <Page page={page} shell={shell} />
        </main>
        {!isFrameless && <Footer shell={shell} path={page.path} />}
      </div>
      <div
        id="gatsby-announcer"
        className="visually-hidden"
        aria-live="polite"
        aria-atomic="true"
      />
    </StringsContext>
  )
}
