import { StringsContext } from '../strings/strings-context.ts'
import { stringsFor } from '../strings/strings-for.ts'
import { Footer, type FooterProps } from './Footer.tsx'
import { Header } from './Header.tsx'

/**
 * Everything inside `#___gatsby` except the content of `<main>`. Only the server renders it: in the
 * browser it stays static HTML, and `islands/` serves its controls.
 */
export function Frame({ shell, path, translations }: FooterProps) {
  const strings = stringsFor(shell.site.locale)
  return (
    <StringsContext value={strings}>
      <div id="gatsby-focus-wrapper" tabIndex={-1}>
        <a className="skip-link" href="#main">
          {strings.skipToContent}
        </a>
        <Header shell={shell} path={path} />
        <main id="main" className="wrap" tabIndex={-1} />
        <Footer shell={shell} path={path} translations={translations} />
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
