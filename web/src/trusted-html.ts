/** What the browser takes as HTML or as the address of a script: text, as far as we are concerned. */
type Policy = Record<'createHTML' | 'createScriptURL', (text: string) => string>

interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy
}

const WORKER_ADDRESS = '/sw.js'
/** Passes on what the content lists, and nothing else. */
const PROXY = '/__third-party-proxy?url='

let policy: Policy | undefined

/** @returns `undefined` in browsers without Trusted Types */
function loadPolicy(): Policy | undefined {
  const factory: PolicyFactory | undefined = Reflect.get(globalThis, 'trustedTypes')
  // The only policy that the content security policy allows, and only once.
  policy ??= factory?.createPolicy('app#1', {
    createHTML: (html) => html,
    createScriptURL(address) {
      if (address === WORKER_ADDRESS || address.startsWith(PROXY)) return address
      throw new TypeError(`${address} is no script of ours`)
    },
  })
  return policy
}

/**
 * HTML that a browser with Trusted Types lets into the document; elsewhere the text as it is. For
 * the one HTML string of a page model, which our own Markdown renderer made with raw HTML off.
 */
export function trustedHtml(html: string): string {
  return loadPolicy()?.createHTML(html) ?? html
}

/** The address of our service worker, as a browser with Trusted Types wants it. */
export const trustedWorkerAddress = (): string => trustedAddress(WORKER_ADDRESS)

/** The address of ours at which a script of another site is passed on. */
export const trustedProxyAddress = (script: string): string =>
  trustedAddress(PROXY + encodeURIComponent(script))

const trustedAddress = (address: string) => loadPolicy()?.createScriptURL(address) ?? address
