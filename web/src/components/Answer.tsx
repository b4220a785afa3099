import { useStrings } from '../strings/strings-context.ts'

/** What the article says, for readers who want to know just that. */
export function Answer({ answer }: { answer: string | undefined }) {
  const strings = useStrings()
  if (answer === undefined) return null
  return (
    <p className="answer">
      <b>{strings.inShort}</b> {answer}
    </p>
  )
}
