import { trustedProxyAddress } from '../browser/trusted-html.ts'

/**
 * Loads scripts of other sites through this site, in the order of their list. Where the browser
 * saves data they are not loaded, because this code is not loaded there either.
 *
 * @param list addresses, separated by blanks
 */
export function loadScripts(list: string): void {
  for (const address of list.match(/\S+/g) ?? []) {
    const script = document.createElement('script')
    script.src = trustedProxyAddress(address)
    script.async = false
    document.head.append(script)
  }
}
