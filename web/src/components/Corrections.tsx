import type { Correction } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { DateTime } from './DateTime.tsx'
import { Section } from './Section.tsx'

/** Mistakes that readers were shown, and what stands there now. */
export function Corrections({
  corrections = [],
}: {
  corrections?: readonly Correction[] | undefined
}) {
  const strings = useStrings()
  if (corrections.length === 0) return null
  return (
    <Section id="article-corrections" heading={strings.corrections} className="corrections">
      <ul>
        {corrections.map(({ on, was, is }) => (
          <li key={on + was}>
            <DateTime instant={on} />
            <p>
              {strings.itSaid} <del>{was}</del>
            </p>
            <p>
              {strings.itSaysNow} <ins>{is}</ins>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
