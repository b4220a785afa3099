import { trustedProxyAddress } from '../trusted-html.ts'

/**
 * Loads scripts of other sites through ours, in the order of their list. A reader whose browser saves
 * data gets none, as this code is not loaded then.
 *
 * @param list as the document has it: addresses without blanks, between blanks
 */
export function loadScripts(list: string): void {
  for (const address of list.match(/\S+/g) ?? []) {
    const script = document.createElement('script')
    script.src = trustedProxyAddress(address)
    script.async = false
    document.head.append(script)
  }
}
