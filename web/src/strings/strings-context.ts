import { createContext, useContext } from 'react'
import { enUs } from './en-us.ts'
import type { Strings } from './strings.ts'

export const StringsContext = createContext<Strings>(enUs)

export function useStrings(): Strings {
  return useContext(StringsContext)
}
