import type { Heading } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'

/** A text with fewer sections needs no list of contents. */
const MIN_SECTIONS = 3

/** The list of contents, folded in a narrow window. In a wide one the style alone keeps it open. */
export function Contents({ headings }: { headings: readonly Heading[] }) {
  const strings = useStrings()
  const sections = headings.filter((heading) => heading.level === 2)
  if (sections.length < MIN_SECTIONS) return null
  return (
    <nav className="contents" aria-label={strings.onThisPage}>
      <p className="contents-title" aria-hidden="true">
        {strings.onThisPage}
      </p>
      <details className="fold">
        <summary>{strings.onThisPage}</summary>
        <ol>
          {sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.text}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
}
