import type { Correction, ToldChange } from '#shared/contracts/page.ts'
import { useStrings } from '../strings/strings-context.ts'
import { DateTime } from './DateTime.tsx'
import { Section } from './Section.tsx'
import { WasAndIs } from './WasAndIs.tsx'

/** Where an article says what was corrected in it. */
export const CORRECTIONS_ID = 'article-corrections'

/** What was changed in an article, in words. */
export function Changes({ changes = [] }: { changes?: readonly ToldChange[] | undefined }) {
  const strings = useStrings()
  if (changes.length === 0) return null
  return (
    <Section id="article-changes" heading={strings.changes} className="corrections">
      <ul>
        {changes.map(({ on, text }) => (
          <li key={on + text}>
            <DateTime instant={on} />
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What was corrected in an article, and the way to the corrections of all. */
export function Corrections({
  corrections = [],
}: {
  corrections?: readonly Correction[] | undefined
}) {
  const strings = useStrings()
  if (corrections.length === 0) return null
  return (
    <Section id={CORRECTIONS_ID} heading={strings.corrections} className="corrections">
      <ul>
        {corrections.map((correction) => (
          <li key={correction.on + correction.was}>
            <WasAndIs {...correction} />
          </li>
        ))}
      </ul>
      <p>
        <a href="/corrections">{strings.allCorrections}</a>
      </p>
    </Section>
  )
}
