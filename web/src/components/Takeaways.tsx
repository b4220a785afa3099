import { useStrings } from '../strings/strings-context.ts'
import { Section } from './Section.tsx'

/** Folded in a narrow window, where the text would otherwise begin below the first screen. */
export function Takeaways({ takeaways }: { takeaways: readonly string[] }) {
  const strings = useStrings()
  if (takeaways.length === 0) return null
  return (
    <Section id="key-takeaways" heading={strings.keyTakeaways} className="takeaways">
      <details className="fold">
        <summary>{strings.keyTakeaways}</summary>
        <ul>
          {takeaways.map((takeaway) => (
            <li key={takeaway}>{takeaway}</li>
          ))}
        </ul>
      </details>
    </Section>
  )
}
