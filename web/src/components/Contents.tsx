import type { Heading } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'

/** A shorter text is overlooked without a list of its sections. */
const LEAST_SECTIONS = 3

interface ContentsProps {
  headings: readonly Heading[]
}

/** Folded on a narrow window; a wide one always shows the list, by its style alone. */
export function Contents({ headings }: ContentsProps) {
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
