interface Policy {
  createHTML(html: string): unknown
  createScriptURL(address: string): unknown
}

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: Record<'createHTML' | 'createScriptURL', (text: string) => string>,
  ): Policy
}

const WORKER_ADDRESS = '/sw.js'

let policy: Policy | undefined

/** @returns `undefined` in browsers without Trusted Types */
function loadPolicy(): Policy | undefined {
  const factory: PolicyFactory | undefined = Reflect.get(globalThis, 'trustedTypes')
  // The only policy that the content security policy allows, and only once.
  policy ??= factory?.createPolicy('app#1', {
    createHTML: (html) => html,
    createScriptURL(address) {
      if (address === WORKER_ADDRESS) return address
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
  // React assigns it as it is; its types know text only.
  return (loadPolicy()?.createHTML(html) ?? html) as string
}

/** The address of our service worker, as a browser with Trusted Types wants it. */
export function trustedWorkerAddress(): string {
  // The browser takes it as it is; its types know text only.
  return (loadPolicy()?.createScriptURL(WORKER_ADDRESS) ?? WORKER_ADDRESS) as string
}
