import { useStrings } from '../strings/strings-context.ts'

/** Folded on a narrow window, where the text would begin below the first screen; else open. */
export function Takeaways({ takeaways }: { takeaways: readonly string[] }) {
  const strings = useStrings()
  if (takeaways.length === 0) return null
  return (
    <section className="takeaways" aria-labelledby="key-takeaways">
      <h2 id="key-takeaways">{strings.keyTakeaways}</h2>
      <details className="fold">
        <summary>{strings.keyTakeaways}</summary>
        <ul>
          {takeaways.map((takeaway) => (
            <li key={takeaway}>{takeaway}</li>
          ))}
        </ul>
      </details>
    </section>
  )
}
