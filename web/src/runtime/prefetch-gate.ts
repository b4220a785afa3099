/** What a browser says about itself and its connection; few say everything. */
interface BrowserConditions {
  connection?: Navigator['connection'] | undefined
  userAgent: string
  isHidden: boolean
}

const BOT = /bot\b|crawler|spider|crawling/i
/** Cubot is a phone maker, not a bot. */
const NOT_A_BOT = /\bcubot\b/i

/** Whether pages may be fetched before the reader clicks a link to them. */
export function mayPrefetch({ connection, userAgent, isHidden } = browserConditions()): boolean {
  if (isHidden || connection?.saveData) return false
  if (connection?.effectiveType?.includes('2g')) return false
  return !BOT.test(userAgent) || NOT_A_BOT.test(userAgent)
}

const browserConditions = (): BrowserConditions => ({
  connection: navigator.connection,
  userAgent: navigator.userAgent,
  isHidden: document.visibilityState === 'hidden',
})
