import { Fragment } from 'react'
import { useStrings } from '../strings/strings-context.ts'

interface PageLink {
  text: string
  /** Absent where there is no such page. */
  href: string | undefined
}

interface PageLinksProps {
  label: string
  before: PageLink
  /** A page before the numbered ones. */
  first?: { text: string; href: string }
  /** The page numbers, in the order they are shown; a gap between them is shown as such. */
  numbers: readonly number[]
  hrefOf: (number: number) => string
  /** Absent on the page before the numbered ones. */
  current: number | undefined
  after: PageLink
  hint?: string
}

export function PageLinks(props: PageLinksProps) {
  const { label, before, first, numbers, hrefOf, current, after, hint } = props
  const strings = useStrings()
  return (
    <nav className="page-links" aria-label={label}>
      <ul>
        {before.href && (
          <li>
            <a href={before.href} rel="prev">
              <span aria-hidden="true">←</span> {before.text}
            </a>
          </li>
        )}
        {first && (
          <li>
            <a href={first.href} aria-current={current === undefined ? 'page' : undefined}>
              {first.text}
            </a>
          </li>
        )}
        {numbers.map((number, index) => (
          <Fragment key={number}>
            {isGap(numbers[index - 1], number) && <li className="page-links-gap">…</li>}
            <li>
              <a
                href={hrefOf(number)}
                aria-label={strings.pageNumber(number)}
                aria-current={number === current ? 'page' : undefined}
              >
                {number}
              </a>
            </li>
          </Fragment>
        ))}
        {after.href && (
          <li>
            <a href={after.href} rel="next">
              {after.text} <span aria-hidden="true">→</span>
            </a>
          </li>
        )}
      </ul>
      {hint && <p>{hint}</p>}
    </nav>
  )
}

function isGap(previous: number | undefined, number: number): boolean {
  return previous !== undefined && Math.abs(previous - number) > 1
}
