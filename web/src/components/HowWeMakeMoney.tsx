import { useStrings } from '../strings/strings-context.ts'

/** A link to the explanation of what payment buys and what it does not. */
export function HowWeMakeMoney() {
  const strings = useStrings()
  return <a href="/info/about-us#how-we-make-money">{strings.howWeMakeMoney}</a>
}
