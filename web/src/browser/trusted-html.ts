import { fieldOf } from './field-of.ts'

/** The two kinds of text that the browser accepts only from a policy. */
type Policy = Record<'createHTML' | 'createScriptURL', (text: string) => string>

interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy
}

const WORKER_ADDRESS = '/sw.js'
/** Serves the scripts that the content lists, and no others. */
const PROXY = '/__third-party-proxy?url='

let policy: Policy | undefined

/** @returns `undefined` in browsers without Trusted Types */
function loadPolicy(): Policy | undefined {
  const factory = fieldOf(globalThis, 'trustedTypes') as PolicyFactory | undefined
  // The content security policy allows this name only, and only once per document.
  policy ??= factory?.createPolicy('app#1', {
    createHTML: (html) => html,
    createScriptURL(address) {
      if (address === WORKER_ADDRESS || address.startsWith(PROXY)) return address
      throw new TypeError(`${address} is not an allowed script`)
    },
  })
  return policy
}

/**
 * HTML that browsers with Trusted Types accept; in other browsers, the same text. Use it only for
 * the one HTML string of a page model, which our Markdown renderer made with raw HTML turned off.
 */
export function trustedHtml(html: string): string {
  return loadPolicy()?.createHTML(html) ?? html
}

/** The address of the service worker, which browsers with Trusted Types accept. */
export const trustedWorkerAddress = (): string => trustedAddress(WORKER_ADDRESS)

/** The address at which this site serves a script of another site. */
export const trustedProxyAddress = (script: string): string =>
  trustedAddress(PROXY + encodeURIComponent(script))

const trustedAddress = (address: string) => loadPolicy()?.createScriptURL(address) ?? address
