import { trustedProxyAddress } from '../trusted-html.ts'
import { savesData } from './prefetch-gate.ts'

/**
 * Loads scripts of other sites through ours, in the order of their list. A reader whose browser saves
 * data gets none.
 *
 * @param list as the document has it: addresses without blanks, between blanks
 */
export function loadScripts(list: string): void {
  if (savesData()) return
  for (const address of list.split(' ').filter(Boolean)) {
    const script = document.createElement('script')
    script.src = trustedProxyAddress(address)
    script.async = false
    document.head.append(script)
  }
}
