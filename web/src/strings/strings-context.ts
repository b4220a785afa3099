import { createContext, useContext } from 'react'
import type { Strings } from './strings.ts'

/** There is no default, because every reader would have to download its texts. */
export const StringsContext = createContext<Strings | undefined>(undefined)

export function useStrings(): Strings {
  const strings = useContext(StringsContext)
  if (!strings) throw new Error('This component needs a StringsContext around it')
  return strings
}
