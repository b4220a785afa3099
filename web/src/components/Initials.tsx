import { useStrings } from '../strings/strings-context.ts'

/** The initials of an author without a portrait, because the site does not invent faces. */
export function Initials({ name }: { name: string }) {
  const { languageTag } = useStrings()
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : undefined]
    .map((word) => (word ? [...word].at(0) : ''))
    .join('')
  return (
    <span className="initials" aria-hidden="true">
      {letters.toLocaleUpperCase(languageTag)}
    </span>
  )
}
