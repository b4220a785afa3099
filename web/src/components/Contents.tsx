import type { Heading } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'

/** A text with fewer sections needs no list of them. */
const LEAST_SECTIONS = 3

/** Folded on a narrow window; a wide one always shows the list, by its style alone. */
export function Contents({ headings }: { headings: readonly Heading[] }) {
  const strings = useStrings()
  const sections = headings.filter((heading) => heading.level === 2)
  if (sections.length < LEAST_SECTIONS) return null
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
