import { useStrings } from '../strings/strings-context.ts'

interface InitialsProps {
  name: string
}

/** Stands where an author has no portrait: we have no invented faces. */
export function Initials({ name }: InitialsProps) {
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
