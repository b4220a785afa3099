import { createContext, useContext } from 'react'
import type { Strings } from './strings.ts'

/** Without a locale to fall back to: one that stood here would be in every reader's download. */
export const StringsContext = createContext<Strings | undefined>(undefined)

export function useStrings(): Strings {
  const strings = useContext(StringsContext)
  if (!strings) throw new Error('A component that shows words needs a StringsContext around it')
  return strings
}
